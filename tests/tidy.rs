//! Rules of the house that the compiler does not know: floors, purity, names, sizes, and documents
//! that keep step with the code. Each failure names the file and the line.

mod tidy {
    mod code;
    mod documents;
    mod embedded;
    mod files;
    mod floors;
    mod habits;
}

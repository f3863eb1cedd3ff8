//! Names of models: which open, and what is said of those which do not.

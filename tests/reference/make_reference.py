"""Writes reference_values.json: reference values for the metrics beyond the shared golden file.

Nothing here was derived from the Rust code. Point values come from scikit-learn, scipy and statsmodels, or from the
published formula named beside them; intervals by resampling come from 200,000 resamples, with bands four standard
errors wide for an implementation that draws at least 10,000.

    python -m venv venv && venv/bin/pip install numpy scipy scikit-learn statsmodels krippendorff
    venv/bin/python make_reference.py
"""

import itertools
import json
import math
import pathlib

import krippendorff
import numpy as np
import scipy
import scipy.optimize
import sklearn
import statsmodels
import statsmodels.api as sm
from scipy import stats
from sklearn.metrics import cohen_kappa_score, f1_score
from statsmodels.stats.contingency_tables import mcnemar as sm_mcnemar
from statsmodels.stats.proportion import proportion_confint

DRAWS = 200_000
TOLERANCE = {"abs": 1e-10, "rel": 1e-9}
CASES = []


def number(value):
    """12 significant digits, or null."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return float(f"{float(value):.12g}")


def add(metric, note, params, given, expected, bands=None, tolerance=None):
    taken = sum(case["metric"] == metric for case in CASES)
    case = {
        "id": f"{metric}/reference/{taken + 1:02}",
        "metric": metric,
        "note": note,
        "params": params,
        "input": given,
        "expected": expected,
        "tolerance": tolerance or TOLERANCE,
    }
    if bands:
        case["bands"] = bands
    CASES.append(case)


def mean_sd(values):
    defined = [value for value in values if value is not None]
    return {
        "per_repeat": [number(value) for value in values],
        "mean": number(np.mean(defined)) if defined else None,
        "sd_over_repeats": number(np.std(defined, ddof=1)) if len(defined) > 1 else None,
    }


# Scores with repeats nested in cases.


def macro_f1(counts):
    """Counts [c_c, c_u, c_missing, u_c, u_u, u_missing] on the last axis; nan where a class is absent."""
    c_c, c_u, c_m, u_c, u_u, u_m = np.moveaxis(np.asarray(counts, dtype=float), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        complete = 2 * c_c / (2 * c_c + u_c + c_u + c_m)
        underspecified = 2 * u_u / (2 * u_u + c_u + u_c + u_m)
    return (complete + underspecified) / 2


def qwk(missing):
    """Kappa of counts [table row by row, missing by truth] on the last axis; nan where undefined."""
    weights = np.array([[0, 0.25, 1], [0.25, 0, 0.25], [1, 0.25, 0]])

    def kappa(counts):
        counts = np.asarray(counts, dtype=float)
        table = counts[..., :9].reshape(counts.shape[:-1] + (3, 3))
        lost = counts[..., 9:]
        if missing == "exclude":
            extra = np.zeros(counts.shape[:-1])
        else:
            extra = lost.sum(-1)
        rows = table.sum(-1) + (0 if missing == "exclude" else lost)
        columns = table.sum(-2)
        total = rows.sum(-1)
        observed = (weights * table).sum((-1, -2)) + extra
        with np.errstate(invalid="ignore", divide="ignore"):
            expected = np.einsum("...i,...j,ij->...", rows, columns, weights) / total + extra
            result = 1 - observed / expected
        return np.where(expected > 0, result, np.nan)

    return kappa


def nested_interval(counts, statistic, level, rng):
    """Percentile interval of the mean over repeats; counts[case, repeat, cell]."""
    cases = counts.shape[0]
    values = []
    for _ in range(DRAWS // 2000):
        weights = rng.multinomial(cases, [1 / cases] * cases, size=2000)
        totals = np.einsum("bc,crk->brk", weights, counts)
        with np.errstate(invalid="ignore"):
            per_repeat = statistic(totals)
            defined = ~np.isnan(per_repeat)
            n = defined.sum(1)
            mean = np.where(n > 0, np.nansum(per_repeat, 1) / np.maximum(n, 1), np.nan)
        values.append(mean)
    values = np.sort(np.concatenate(values))
    values = values[~np.isnan(values)]
    found = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        spread = 4 * math.sqrt(tail * (1 - tail) / 10_000)
        low, middle, high = np.quantile(
            values, [max(tail - spread, 0), tail, min(tail + spread, 1)], method="inverted_cdf"
        )
        found.append((number(middle), [number(low), number(high)]))
    return found


def nested_expectation(path, counts, statistic, level, rng, expected, bands):
    values = [None if math.isnan(value) else float(value) for value in statistic(counts.sum(0))]
    found = mean_sd(values)
    if found["mean"] is None:
        found["ci_over_cases_low"] = found["ci_over_cases_high"] = None
    else:
        (low, low_band), (high, high_band) = nested_interval(counts, statistic, level, rng)
        found["ci_over_cases_low"], found["ci_over_cases_high"] = low, high
        bands[f"{path}.ci_over_cases_low"], bands[f"{path}.ci_over_cases_high"] = low_band, high_band
    expected[path] = found


LCA = ["complete", "underspecified"]
VERDICTS = ["Dismissed", "Partially Supported", "Supported"]


def lca_cell(truth, predicted):
    return 3 * LCA.index(truth) + (2 if predicted is None else LCA.index(predicted))


def qwk_cell(truth, predicted):
    row = VERDICTS.index(truth)
    return 9 + row if predicted is None else 3 * row + VERDICTS.index(predicted)


def counts_of(rows, field, truth_field, cell, width):
    cases = sorted({row["case"] for row in rows})
    repeats = sorted({str(row["repeat"]) for row in rows})
    counts = np.zeros((len(cases), len(repeats), width), dtype=int)
    for row in rows:
        place = cases.index(row["case"]), repeats.index(str(row["repeat"]))
        counts[place + (cell(row[truth_field], row[field]),)] += 1
    return counts


def check_against_sklearn(counts, statistic, sklearn_score):
    for repeat in range(counts.shape[1]):
        ours = float(statistic(counts.sum(0)[repeat]))
        theirs = sklearn_score(counts.sum(0)[repeat])
        assert theirs is None or abs(ours - theirs) < 1e-12, (ours, theirs)


def sklearn_macro_f1(counts):
    truth = [label for label, n in zip(LCA, (counts[:3].sum(), counts[3:].sum())) for _ in range(n)]
    guesses = [label for row in counts.reshape(2, 3) for label, n in zip(LCA + ["none"], row) for _ in range(n)]
    return f1_score(truth, guesses, labels=LCA, average="macro", zero_division=0)


def sklearn_qwk(counts):
    if counts[9:].sum():
        return None
    pairs = [(i, j) for i in range(3) for j in range(3) for _ in range(counts[3 * i + j])]
    truth, guesses = zip(*pairs)
    return cohen_kappa_score(truth, guesses, labels=[0, 1, 2], weights="quadratic")


def nested_case(metric, list_name, note, params, rows, truth_field, field, cell, width, statistic, oracle, seed):
    rng = np.random.default_rng(seed)
    level = params.get("level", 0.95)
    expected = {"n_cases": len({row["case"] for row in rows}), "n_units": len(rows)}
    expected["n_repeats"] = len({row["repeat"] for row in rows})
    bands = {}
    a = counts_of(rows, field, truth_field, cell, width)
    if oracle:
        check_against_sklearn(a, statistic, oracle)
    nested_expectation("a", a, statistic, level, rng, expected, bands)
    second = f"{field}_b"
    if second in rows[0]:
        b = counts_of(rows, second, truth_field, cell, width)
        nested_expectation("b", b, statistic, level, rng, expected, bands)
        both = np.concatenate([a, b], axis=2)

        def difference(counts):
            return statistic(counts[..., width:]) - statistic(counts[..., :width])

        nested_expectation("b_minus_a", both, difference, level, rng, expected, bands)
    add(metric, note, params, {list_name: rows}, expected, bands)


def noisy(rng, truth, labels, error, lost=0.0):
    if rng.random() < lost:
        return None
    if rng.random() < error:
        return str(rng.choice([label for label in labels if label != truth]))
    return truth


def nested_cases():
    rng = np.random.default_rng(1)
    rows = [
        {"case": f"c{case:02}", "repeat": repeat, "y_true": truth, "y_pred": noisy(rng, truth, LCA, 0.25)}
        for case in range(30)
        for repeat in range(3)
        for truth in LCA
    ]
    macro = ("y_true", "y_pred", lca_cell, 6, macro_f1)
    nested_case("macro_f1_bootstrap", "units", "three repeats", {}, rows, *macro, sklearn_macro_f1, 11)
    rows = [
        {
            "case": f"c{case:02}",
            "repeat": f"r{repeat}",
            "y_true": truth,
            "y_pred": noisy(rng, truth, LCA, 0.4, 0.08),
            "y_pred_b": noisy(rng, truth, LCA, 0.2, 0.03),
        }
        for case in range(40)
        for repeat in range(5)
        for truth in LCA
        if not (case == 7 and repeat == 2)
    ]
    note = "two systems, missing classes, a case lost in one repeat"
    nested_case("macro_f1_bootstrap", "units", note, {"level": 0.9}, rows, *macro, None, 12)
    rows = [{"case": "a", "repeat": 1, "y_true": "complete", "y_pred": "complete"}]
    nested_case("macro_f1_bootstrap", "units", "one class alone: undefined", {}, rows, *macro, None, 13)

    def claims(cases, repeats, errors, lost):
        rows = []
        for case in range(cases):
            truths = [str(label) for label in rng.choice(VERDICTS, size=rng.integers(1, 4), p=[0.3, 0.2, 0.5])]
            for repeat in range(repeats):
                for truth in truths:
                    row = {"case": f"c{case:03}", "repeat": repeat, "truth": truth}
                    for field, error in zip(("pred", "pred_b"), errors):
                        row[field] = noisy(rng, truth, VERDICTS, error, lost)
                    rows.append(row)
        return rows

    kappa = ("truth", "pred", qwk_cell, 12)
    rows = claims(50, 5, [0.35], 0.0)
    nested_case("qwk_bootstrap", "claims", "five repeats", {}, rows, *kappa, qwk("penalised"), sklearn_qwk, 14)
    rows = claims(60, 3, [0.5, 0.3], 0.06)
    for missing in ("penalised", "exclude"):
        params = {"missing": missing}
        note = f"two systems, missing predictions, {missing}"
        nested_case("qwk_bootstrap", "claims", note, params, rows, *kappa, qwk(missing), None, 15)


# Rank correlation.


def rank_case(note, x, y, params=None):
    params = params or {}
    level = params.get("level", 0.95)
    pairs = [(a, b) for a, b in zip(x, y) if a is not None and b is not None]
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    n = len(pairs)
    z = stats.norm.isf((1 - level) / 2)
    rho, rho_p = stats.spearmanr(left, right)
    tau, tau_p = stats.kendalltau(left, right, method="asymptotic")

    def fisher(r, se):
        return np.tanh(np.arctanh(r) - z * se), np.tanh(np.arctanh(r) + z * se)

    expected = {
        "n": n,
        "n_excluded": len(x) - n,
        "spearman_rho": number(rho),
        "spearman_p": number(rho_p),
        "kendall_tau_b": number(tau),
        "kendall_p": number(tau_p),
    }
    # Bonett and Wright 2000, Psychometrika 65; Fieller, Hartley and Pearson 1957, Biometrika 44.
    low, high = fisher(rho, math.sqrt((1 + rho**2 / 2) / (n - 3))) if n > 3 else (None, None)
    expected["spearman_low"], expected["spearman_high"] = number(low), number(high)
    low, high = fisher(tau, math.sqrt(0.437 / (n - 4))) if n > 4 else (None, None)
    expected["kendall_low"], expected["kendall_high"] = number(low), number(high)
    add("rank_correlation", note, params, {"x": list(x), "y": list(y)}, expected)


def rank_cases():
    rng = np.random.default_rng(2)
    x = [round(float(value), 3) for value in rng.gamma(4, 1, 36)]
    y = [round(0.6 - 0.03 * a + float(rng.normal(0, 0.05)), 4) for a in x]
    rank_case("36 causes against a score", x, y)
    x = [int(value) for value in rng.integers(0, 6, 80)]
    y = [int(value) + a // 2 for value, a in zip(rng.integers(0, 4, 80), x)]
    rank_case("many ties", x, y, {"level": 0.9})
    y[3], x[10], y[11] = None, None, None
    rank_case("missing values", x, y)
    rank_case("four points: no interval of tau", [1, 2, 3, 4], [2, 1, 4, 3])
    rank_case("three points: no interval", [1, 2, 3], [1, 3, 2])


# A share corrected for its judge.


def prevalence_case(note, given, params=None):
    params = params or {}
    level = params.get("level", 0.95)
    n, k = given["n"], given["positive"]
    n_se, n_sp = given["tp"] + given["fn"], given["tn"] + given["fp"]
    rates = np.array([k / n, given["tp"] / n_se, given["tn"] / n_sp])
    sizes = np.array([n, n_se, n_sp])

    def corrected(rates):
        return (rates[0] + rates[2] - 1) / (rates[1] + rates[2] - 1)

    # Delta method with the gradient by central differences in extended precision.
    wide = rates.astype(np.longdouble)
    gradient = []
    for index in range(3):
        step = np.zeros(3, dtype=np.longdouble)
        step[index] = np.longdouble(1e-6)
        gradient.append((corrected(wide + step) - corrected(wide - step)) / np.longdouble(2e-6))
    delta = math.sqrt(float(sum(np.array(gradient) ** 2 * wide * (1 - wide) / sizes)))
    low, high = lang_reiczigel(rates, sizes, level)
    point = corrected(rates)
    expected = {
        "observed": number(rates[0]),
        "sensitivity": number(rates[1]),
        "specificity": number(rates[2]),
        "corrected": number(point),
        "corrected_clipped": number(min(max(point, 0), 1)),
        "se_delta": number(delta),
        "ci_low": number(low),
        "ci_high": number(high),
    }
    add("prevalence_corrected", note, params, given, expected)


def lang_reiczigel(rates, sizes, level):
    """Lang and Reiczigel 2014, Preventive Veterinary Medicine 113, equations 6, 7, 16 and 17."""
    z = stats.norm.isf((1 - level) / 2)
    extra = np.array([z**2 / 2, 1, 1])
    sizes_ = sizes + 2 * extra
    q, se, sp = (sizes * rates + extra) / sizes_
    p = (q + sp - 1) / (se + sp - 1)
    shift = 2 * z**2 * (p * se * (1 - se) / sizes_[1] - (1 - p) * sp * (1 - sp) / sizes_[2])
    variance = q * (1 - q) / sizes_[0] + p**2 * se * (1 - se) / sizes_[1] + (1 - p) ** 2 * sp * (1 - sp) / sizes_[2]
    half = z * math.sqrt(variance) / (se + sp - 1)
    return tuple(min(max(p + shift + side * half, 0), 1) for side in (-1, 1))


def check_coverage():
    """The interval covers the true share about as often as it says."""
    rng = np.random.default_rng(3)
    sizes, truth, se, sp = np.array([300, 60, 80]), 0.3, 0.85, 0.9
    covered = 0
    for _ in range(4000):
        hits = rng.binomial(sizes, [truth * se + (1 - truth) * (1 - sp), se, sp])
        low, high = lang_reiczigel(hits / sizes, sizes, 0.95)
        covered += low <= truth <= high
    assert 0.935 < covered / 4000 < 0.975, covered


def prevalence_cases():
    check_coverage()
    prevalence_case("plain", {"n": 400, "positive": 100, "tp": 45, "fn": 5, "tn": 90, "fp": 10})
    prevalence_case("90%", {"n": 864, "positive": 611, "tp": 61, "fn": 7, "tn": 28, "fp": 4}, {"level": 0.9})
    prevalence_case("below zero: clipped", {"n": 200, "positive": 8, "tp": 30, "fn": 10, "tn": 85, "fp": 15})
    prevalence_case("a judge without an error in the sample", {"n": 50, "positive": 20, "tp": 30, "fn": 0, "tn": 40, "fp": 0})


# Flip rate.


def flip_cases():
    rng = np.random.default_rng(4)
    items = []
    for unit in range(40):
        truth = str(rng.choice(VERDICTS))
        for repeat in range(int(rng.integers(1, 6))):
            items.append({"unit": unit, "repeat": repeat, "label": noisy(rng, truth, VERDICTS, 0.15, 0.1)})
    units = {}
    for item in items:
        units.setdefault(item["unit"], []).append(item["label"])
    labels = [[label for label in unit if label is not None] for unit in units.values()]
    compared = [unit for unit in labels if len(unit) > 1]
    pairs = [np.mean([a != b for a, b in itertools.combinations(unit, 2)]) for unit in compared]
    expected = {
        "n_units": len(units),
        "n_compared": len(compared),
        "n_too_few_labels": len(units) - len(compared),
        "n_missing": sum(item["label"] is None for item in items),
        "n_flipped": sum(len(set(unit)) > 1 for unit in compared),
        "flip_rate": number(np.mean([len(set(unit)) > 1 for unit in compared])),
        "pairwise_disagreement": number(np.mean(pairs)),
    }
    add("flip_rate", "unequal numbers of repeats", {}, {"items": items}, expected)


# Logistic regression: statsmodels GLM.


def logistic_case(note, rows, params):
    level = params.get("level", 0.95)
    outcome = params.get("outcome", "y")
    used = [outcome, *params["covariates"]] + [params[key] for key in ("offset", "cluster") if key in params]
    complete = [row for row in rows if all(row[column] is not None for column in used)]
    y = np.array([float(row[outcome]) for row in complete])
    x = np.array([[1.0] + [float(row[name]) for name in params["covariates"]] for row in complete])
    offset = np.array([float(row[params["offset"]]) for row in complete]) if "offset" in params else None
    model = sm.GLM(y, x, family=sm.families.Binomial(), offset=offset)
    fit_options = {"tol": 1e-14, "maxiter": 200}
    n_clusters = None
    if "cluster" in params:
        names = [row[params["cluster"]] for row in complete]
        groups = np.unique(names, return_inverse=True)[1]
        n_clusters = len(set(names))
        fit = model.fit(cov_type="cluster", cov_kwds={"groups": groups}, **fit_options)
    else:
        fit = model.fit(**fit_options)
    intervals = fit.conf_int(alpha=1 - level)
    coefficients = [
        {
            "name": name,
            "estimate": number(fit.params[index]),
            "se": number(fit.bse[index]),
            "z": number(fit.tvalues[index]),
            "p": number(fit.pvalues[index]),
            "ci_low": number(intervals[index][0]),
            "ci_high": number(intervals[index][1]),
            "odds_ratio": number(math.exp(fit.params[index])),
            "odds_ratio_low": number(math.exp(intervals[index][0])),
            "odds_ratio_high": number(math.exp(intervals[index][1])),
        }
        for index, name in enumerate(["intercept", *params["covariates"]])
    ]
    expected = {
        "n": len(complete),
        "n_excluded": len(rows) - len(complete),
        "n_success": int(y.sum()),
        "n_clusters": n_clusters,
        "log_likelihood": number(fit.llf),
        "coefficients": coefficients,
    }
    add("logistic_regression", note, params, {"rows": rows}, expected, tolerance={"abs": 1e-8, "rel": 1e-7})


def logistic_cases():
    rng = np.random.default_rng(5)
    rows = []
    for index in range(240):
        row = {
            "question": f"q{index // 4}",
            "reconciliation": int(rng.random() < 0.35),
            "criteria": int(rng.integers(3, 15)),
            "sources": round(float(rng.gamma(3, 2)), 2),
            "base": round(float(rng.normal(-0.5, 0.6)), 3),
        }
        eta = row["base"] - 0.6 * row["reconciliation"] + 0.05 * (row["criteria"] - 8) + 0.02 * row["sources"]
        row["passes"] = int(rng.random() < 1 / (1 + math.exp(-eta)))
        rows.append(row)
    rows[5]["sources"] = None
    covariates = ["reconciliation", "criteria", "sources"]
    logistic_case("three covariates", rows, {"outcome": "passes", "covariates": covariates})
    params = {"outcome": "passes", "covariates": covariates, "offset": "base", "level": 0.9}
    logistic_case("with an offset", rows, params)
    params = {"outcome": "passes", "covariates": covariates, "offset": "base", "cluster": "question"}
    logistic_case("with an offset, clustered by question", rows, params)
    rows = [{"y": int(index >= 6), "x": index} for index in range(12)]
    note = "separated: no finite estimate"
    expected = {"n": 12, "n_success": 6, "coefficients": None, "log_likelihood": None}
    add("logistic_regression", note, {"covariates": ["x"]}, {"rows": rows}, expected)


# Two-way clustering: statsmodels WLS with two groups.


def crossed_case(note, observations, params=None):
    params = params or {}
    level = params.get("level", 0.95)
    weights = np.array([float(row.get("denominator", 1)) for row in observations])
    y = np.array([row["numerator"] for row in observations]) / weights
    groups = np.array(
        [np.unique([row[key] for row in observations], return_inverse=True)[1] for key in ("first", "second")]
    ).T
    model = sm.WLS(y, np.ones((len(y), 1)), weights=weights)
    errors = [
        model.fit(cov_type="cluster", cov_kwds={"groups": chosen}).bse[0]
        for chosen in (groups[:, 0], groups[:, 1], groups)
    ]
    sizes = [len(set(groups[:, side])) for side in (0, 1)]
    ratio = model.fit().params[0]
    z = stats.norm.isf((1 - level) / 2)
    t = stats.t.isf((1 - level) / 2, min(sizes) - 1)
    expected = {
        "n": len(observations),
        "n_first": sizes[0],
        "n_second": sizes[1],
        "ratio": number(ratio),
        "se_first": number(errors[0]),
        "se_second": number(errors[1]),
        "se_both": number(errors[2]),
        "ci_low": number(ratio - z * errors[2]),
        "ci_high": number(ratio + z * errors[2]),
        "ci_low_t": number(ratio - t * errors[2]),
        "ci_high_t": number(ratio + t * errors[2]),
    }
    add("crossed_ratio", note, params, {"observations": observations}, expected)


def crossed_cases():
    rng = np.random.default_rng(6)
    skill, ease = rng.normal(0, 0.5, 12), rng.normal(0, 0.5, 20)
    texts = []
    for writer in range(12):
        for case in sorted(rng.choice(20, size=8, replace=False)):
            total = 1 + int(case) % 3
            rate = 1 / (1 + math.exp(-(skill[writer] + ease[case])))
            texts.append(
                {
                    "first": f"w{writer}",
                    "second": f"case {case}",
                    "numerator": int(rng.binomial(total, rate)),
                    "denominator": total,
                }
            )
    crossed_case("writers crossed with cases, key details found of those there are", texts)
    means = [{**text, "denominator": 1} for text in texts]
    crossed_case("the same as a mean", [{k: v for k, v in row.items() if k != "denominator"} for row in means], {"level": 0.9})


# Further cases of metrics of the shared file, where the shared ones are few.


def further_cases():
    for n, alpha, power in ((2, 0.05, 0.8), (3, 0.05, 0.8), (5, 0.001, 0.5), (1000, 0.01, 0.95)):
        sd, delta = 0.4, 0.3
        df, se = n - 1, sd / math.sqrt(n)
        critical = stats.t.isf(alpha / 2, df)

        def student(shift):
            # scipy gives nan for a far tail that is 0 to double precision.
            return stats.nct.sf(critical, df, shift) + np.nan_to_num(stats.nct.cdf(-critical, df, shift))

        upper = 1.0
        while student(upper) < power:
            upper *= 2
        shift = scipy.optimize.brentq(lambda s: student(s) - power, 1e-9, upper, xtol=1e-13, rtol=1e-14)
        z = stats.norm.isf(alpha / 2)
        expected = {
            "sd_d": sd,
            "mde": number((z + stats.norm.ppf(power)) * se),
            "power": number(stats.norm.cdf(delta / se - z) + stats.norm.cdf(-delta / se - z)),
            "power_t": number(student(delta / se)),
            "mde_t": number(shift * se),
        }
        given = {"sd_d": sd, "n": n, "delta": delta}
        add("power_paired", "few and many questions", {"alpha": alpha, "power": power}, given, expected)

    rng = np.random.default_rng(7)
    ratings = [[int(value) if rng.random() > 0.2 else None for value in rng.integers(0, 5, 4)] for _ in range(30)]
    data = np.array([[np.nan if value is None else value for value in row] for row in ratings]).T
    for level in ("nominal", "ordinal", "interval"):
        alpha = krippendorff.alpha(reliability_data=data, level_of_measurement=level)
        add("krippendorff_ordinal", level, {"level": level}, {"ratings": ratings}, {"alpha": number(alpha)})

    for k, n, level in ((3, 10_000, 0.99), (9_998, 10_000, 0.95), (250, 500, 0.999)):
        wilson = proportion_confint(k, n, 1 - level, "wilson")
        exact = proportion_confint(k, n, 1 - level, "beta")
        expected = dict(zip(("wilson_low", "wilson_high", "cp_low", "cp_high"), map(number, (*wilson, *exact))))
        add("proportion_ci", "near the ends", {"level": level}, {"k": k, "n": n}, expected)

    for a, b in ((700, 800), (120, 90), (3, 40)):
        found = sm_mcnemar([[0, a], [b, 0]], exact=True)
        plain = sm_mcnemar([[0, a], [b, 0]], exact=False, correction=False)
        expected = {"p_exact": number(found.pvalue), "chi2": number(plain.statistic), "p_chi2": number(plain.pvalue)}
        add("mcnemar", "many discordant pairs", {}, {"a_only": a, "b_only": b}, expected)

    values = [1e6 + int(value) for value in rng.integers(0, 3, 50)]
    expected = {"mean": number(np.mean(values)), "se": number(stats.sem(np.array(values) - 1e6))}
    add("se_mean", "a large mean with a small spread", {}, {"values": values}, expected)


def main():
    nested_cases()
    rank_cases()
    prevalence_cases()
    flip_cases()
    logistic_cases()
    crossed_cases()
    further_cases()
    document = {
        "schema": "golden-1",
        "split": "reference",
        "generator": "make_reference.py",
        "libraries": {
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "scikit-learn": sklearn.__version__,
            "statsmodels": statsmodels.__version__,
            "krippendorff": "0.9.0",
        },
        "n_cases": len(CASES),
        "cases": CASES,
    }
    target = pathlib.Path(__file__).with_name("reference_values.json")
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in document.pop("cases"))
    head = json.dumps(document, ensure_ascii=False)[:-1]
    target.write_text(f'{head}, "cases": [\n{lines}\n]}}\n', encoding="utf-8")
    print(f"{len(CASES)} cases")


main()

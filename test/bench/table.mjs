// Rows of results, and their format as an aligned table.

const number = (value, digits) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** "1.12 × (1.05–1.31)" */
export const times = ({ median, min, max }, of) =>
  `${number(median, 2)} × ${of} (${number(min, 2)}–${number(max, 2)})`;

/** "312 ms (290–340)" */
export const amount = ({ median, min, max }, unit, digits = 0) =>
  `${number(median, digits)} ${unit} (${number(min, digits)}–${number(max, digits)})`;

/** A measurement with an upper limit. */
export const atMost = (measure, figure, value, limit, budget) => ({
  measure,
  figure,
  budget: `≤ ${budget}`,
  value,
  limit,
  ok: value <= limit,
});

/** A measurement with a lower limit. */
export const atLeast = (measure, figure, value, limit, budget) => ({
  measure,
  figure,
  budget: `≥ ${budget}`,
  value,
  limit,
  ok: value >= limit,
});

/** A figure without a budget, for reference. */
export const plain = (measure, figure, value) => ({ measure, figure, budget: '', value });

/** A measurement that was skipped, with the reason. */
export const skipped = (measure, reason) => ({ measure, figure: `skipped: ${reason}`, budget: '' });

function symbolOf({ ok, failed }) {
  if (ok === undefined) return failed ? '✗' : ' ';
  return ok ? '✓' : '✗';
}

/** Widths of columns, so that groups printed one after the other are aligned. Longer texts move the next column. */
const WIDTHS = { measure: 47, figure: 46, budget: 31 };

/** Text of a group: its name and rows. */
export function formatGroup({ name, rows }) {
  const line = (row) =>
    `  ${row.measure.padEnd(WIDTHS.measure)}  ${row.figure.padEnd(WIDTHS.figure)}  ${row.budget.padEnd(WIDTHS.budget)}  ${symbolOf(row)}`;
  return [name, ...rows.map((row) => line(row).trimEnd())].join('\n');
}

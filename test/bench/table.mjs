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

/** Text of all groups: each group's name and rows. Columns are aligned across groups. */
export function formatTable(groups) {
  const rows = groups.flatMap(({ rows }) => rows);
  const width = (of) => Math.max(0, ...rows.map((row) => of(row).length));
  const measure = width((row) => row.measure);
  const figure = width((row) =>
    row.budget === '' && /^(skipped|failed)/.test(row.figure) ? '' : row.figure,
  );
  const budget = width((row) => row.budget);
  const line = (row) =>
    `  ${row.measure.padEnd(measure)}  ${row.figure.padEnd(figure)}  ${row.budget.padEnd(budget)}  ${symbolOf(row)}`;
  return groups
    .map(({ name, rows: groupRows }) => [name, ...groupRows.map((row) => line(row).trimEnd())].join('\n'))
    .join('\n\n');
}

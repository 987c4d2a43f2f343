// Preloaded with --require: writes the resource usage of the process as JSON to $BENCH_USAGE_FILE when it exits.
const { writeFileSync } = require('node:fs');

process.on('exit', () =>
  writeFileSync(process.env.BENCH_USAGE_FILE, JSON.stringify(process.resourceUsage())),
);

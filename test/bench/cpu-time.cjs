// Preloaded with --require: writes the user CPU time of the process in milliseconds to $BENCH_CPU_FILE when it exits.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.BENCH_CPU_FILE, String(process.cpuUsage().user / 1000)));

// archctl without the pictures and the preview of a plan, which take half of its time: for tests of the other results.
const { argv } = process;
const isPreview = argv.includes('--pictures') || (argv[2] === 'model' && argv[3] === 'site');
if (!isPreview) await import('../../bin/archctl.js');

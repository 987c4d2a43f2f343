import { configureGlobal } from 'fast-check';

// Each run of the suite tries others: what forty examples miss, the next forty find.
configureGlobal({ numRuns: 40 });

/** Response header in which a sandbox identifies its data: a random id that changes with each reset. */
export const DATA_HEADER = 'sandbox-data';
export const DATA_ID = /^[A-Za-z0-9]{20}$/;

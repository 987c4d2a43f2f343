/** `bookingApi` as `booking-api`: what an id is made of where a dialect has identifiers. */
export const spelledOut = (identifier: string): string => identifier.replace(/([a-z\d])([A-Z])/g, '$1-$2');

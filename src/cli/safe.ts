/** Escapes control characters in text from outside before it reaches a terminal; line ends stay. */

// C0 but for line ends, DEL, C1, and the characters that reorder or break lines.
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Escapes what would steer a terminal. */
export const safe = (text: string): string =>
  text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

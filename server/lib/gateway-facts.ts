// Headers with which the gateway sends facts about a request to the embedded backend. These headers are not on the allowlist of client headers, so
// only the gateway itself can set them.

/** Header of requests that come directly from this machine: `yes`. Absent otherwise, and always absent for a remote backend. */
export const straightHeader = 'x-isobath-straight'

/** Header with the id of the device, if the account has signed in on it before. Absent otherwise. */
export const deviceHeader = 'x-isobath-device'

// Headers in which the gateway sends facts about a request to the embedded backend. They are not on the allow-list of client headers, so
// that only the gateway itself can set them.

/** `yes` for a direct request from this machine. Absent otherwise, and always before a remote backend. */
export const straightHeader = 'x-isobath-straight'

/** Id of the device, when the account has signed in on it before. Absent otherwise. */
export const deviceHeader = 'x-isobath-device'

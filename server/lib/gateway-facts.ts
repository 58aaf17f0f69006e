// What the gateway has judged of a request travels to the embedded backend under these names. The gateway passes a client's
// headers by a list of what may pass, and none of these is on it: only the gateway itself can set them.

/** `yes`: the request comes straight from this machine. Absent otherwise, and always before a remote backend. */
export const straightHeader = 'x-isobath-straight'

/** The id of the device, when the person who signs in is known on it. Absent otherwise. */
export const deviceHeader = 'x-isobath-device'

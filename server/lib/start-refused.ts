/** A start that these settings and these data do not allow: the message says what to do, and the process ends like one with wrong settings. */
export class StartRefused extends Error {}

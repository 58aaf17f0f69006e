/** Refusal of a start that the settings or data do not allow. The message has the remedy. The process exits as with wrong settings. */
export class StartRefused extends Error {}

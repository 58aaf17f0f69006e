/** Refusal to start because of the settings or data. The message includes the remedy. The exit code is that of invalid settings. */
export class StartRefused extends Error {}

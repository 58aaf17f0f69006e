import { join } from 'node:path'

/** Path of the debug log, `DATA_DIR/logs/debug.log`. The gateway writes and rotates it; administrators can read its end. */
export const debugLogFile = (dataDir: string) => join(dataDir, 'logs', 'debug.log')

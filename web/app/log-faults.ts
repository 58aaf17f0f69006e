import { debugLog } from '../api/debug-log.ts'

/** Records uncaught errors in the debug log, which forwards them to the operator. */
export function logFaults(): void {
  window.addEventListener('error', ({ message, error, filename, lineno }) =>
    debugLog.add('ERROR', message, error ?? { file: filename, line: lineno })
  )
  window.addEventListener('unhandledrejection', ({ reason }) => debugLog.add('ERROR', 'Unhandled promise rejection', reason))
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    debugLog.add('ERROR', 'Blocked by the content security policy', { effectiveDirective, blockedURI })
  )
}

import { debugLog } from '../api/debug-log.ts'

/** Whatever nobody caught goes to the debug log, and from there to the operator. */
export function logFaults(): void {
  window.addEventListener('error', ({ message, error, filename, lineno }) =>
    debugLog.add('ERROR', message, error ?? { file: filename, line: lineno })
  )
  window.addEventListener('unhandledrejection', ({ reason }) => debugLog.add('ERROR', 'A promise failed and nobody cared', reason))
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    debugLog.add('ERROR', 'The content security policy refused something', { effectiveDirective, blockedURI })
  )
}

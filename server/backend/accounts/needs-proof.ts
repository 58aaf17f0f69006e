import type { BackendConfig } from '../config.ts'

/** Whether new accounts must confirm their e-mail address: registration depends on the e-mail domain, and the server can send e-mail. */
export const needsProof = ({ registration, smtpUrl, publicUrl }: Pick<BackendConfig, 'registration' | 'smtpUrl' | 'publicUrl'>) =>
  registration.kind === 'domain' && smtpUrl !== null && publicUrl !== null

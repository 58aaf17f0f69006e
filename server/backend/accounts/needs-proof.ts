import type { BackendConfig } from '../config.ts'

/** Whether new accounts must prove their e-mail address. This holds where registration depends on its domain and e-mail can be sent. */
export const needsProof = ({ registration, smtpUrl, publicUrl }: Pick<BackendConfig, 'registration' | 'smtpUrl' | 'publicUrl'>) =>
  registration.kind === 'domain' && smtpUrl !== null && publicUrl !== null

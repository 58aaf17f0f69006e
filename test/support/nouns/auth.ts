import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: {
    'of one account, which a project does not show': [
      'POST /auth/login',
      'POST /auth/register',
      'POST /auth/refresh',
      'POST /auth/logout',
      'POST /auth/forgot-password',
      'POST /auth/reset-password',
      'POST /auth/prove-email'
    ]
  }
}

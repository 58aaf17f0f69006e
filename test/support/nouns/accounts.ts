import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unread: { 'GET /auth/sessions': 'shows when one was here last' },
  unmade: {
    'of one account, which a project does not show': [
      'PATCH /auth/me',
      'POST /auth/me/email-proof',
      'PUT /auth/me/avatar',
      'DELETE /auth/me/avatar',
      'PUT /auth/password',
      'DELETE /auth/sessions/:sessionId',
      'POST /auth/tokens',
      'DELETE /auth/tokens/:tokenId'
    ]
  }
}

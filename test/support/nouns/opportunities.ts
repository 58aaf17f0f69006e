import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner }) {
    const draft = { kind: 'berth', title: 'Two berths', isDraft: true }
    const { id } = (await owner.post('/opportunities', draft)).json()
    // Each person may have only a few, and this runs for many calls.
    const { tokens } = (await owner.get('/profile/calendar-tokens')).json()
    for (const { id } of tokens) await owner.delete(`/profile/calendar-tokens/${id}`)
    const calendar = (await owner.post('/profile/calendar-tokens', { name: 'Phone', choice: { of: 'saved' } })).json()
    return { opportunityId: id, calendarTokenId: calendar.id, version: '1' }
  },
  queries: { 'GET /opportunities/calendar.ics': '?token=guessed' },
  isInBlindWorlds: true,
  reads: { 'GET /data/opportunities': ['', '?mine=true'] },
  unread: { 'GET /opportunities/calendar.ics': 'its token opens what the list of opportunities has' },
  unmade: {
    'seen by everyone on the server, and about no project': [
      'POST /opportunities',
      'POST /opportunities/similar',
      'PATCH /opportunities/:opportunityId',
      'DELETE /opportunities/:opportunityId',
      'PUT /opportunities/:opportunityId/save',
      'DELETE /opportunities/:opportunityId/save',
      'POST /opportunities/:opportunityId/versions/:version/restore',
      'POST /opportunities/:opportunityId/merge',
      'POST /opportunities/:opportunityId/separate',
      'POST /opportunities/:opportunityId/report',
      'POST /opportunities/:opportunityId/approve',
      'POST /opportunities/:opportunityId/refuse',
      'PUT /profile/opportunities',
      'POST /profile/calendar-tokens',
      'DELETE /profile/calendar-tokens/:calendarTokenId'
    ]
  }
}

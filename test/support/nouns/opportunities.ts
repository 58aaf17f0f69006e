import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner }) {
    const draft = { kind: 'berth', title: 'Two berths', isDraft: true }
    return { opportunityId: (await owner.post('/opportunities', draft)).json().id }
  },
  isInBlindWorlds: true,
  reads: { 'GET /data/opportunities': ['', '?mine=true'] },
  unmade: {
    'seen by everyone on the server, and about no project': [
      'POST /opportunities',
      'PATCH /opportunities/:opportunityId',
      'DELETE /opportunities/:opportunityId',
      'PUT /opportunities/:opportunityId/save',
      'DELETE /opportunities/:opportunityId/save'
    ]
  }
}

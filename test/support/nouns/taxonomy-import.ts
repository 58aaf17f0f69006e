import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ app, owner, projectId }) {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/projects/${projectId}/labels/import?name=list.csv`,
      headers: { authorization: `Bearer ${owner.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: 'name\nGravel\n'
    })
    return { catalogImportId: answer.json().importId }
  },
  isInBlindWorlds: true,
  reads: { 'GET /projects/:projectId/labels/imports': [''] },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/labels/import',
      'POST /projects/:projectId/labels/copy',
      'POST /catalog-imports/:catalogImportId/undo'
    ]
  }
}

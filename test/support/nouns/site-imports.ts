import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner, projectId }) {
    const sites = [{ name: 'W1', decimalLatitude: 1, decimalLongitude: 2 }]
    return { siteImportId: (await owner.post(`/projects/${projectId}/site-imports`, { fileName: 'stations.gpx', sites })).json().id }
  },
  unread: { 'GET /site-imports/:siteImportId/undo': 'counts sites with images and observations, which everyone sees' },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/site-imports',
      'POST /site-imports/:siteImportId/undo'
    ],
    'changes nothing that is kept, or is a step of what the scene does': ['POST /projects/:projectId/site-imports/preview']
  }
}

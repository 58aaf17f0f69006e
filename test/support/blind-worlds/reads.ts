import { everyContract } from '../../../shared/every-contract.ts'
import { nounLines } from '../noun-lines.ts'
import type { BlindScene } from './scene.ts'
import { hiddenIds } from './work.ts'

/** Calls that show nothing of a project, or always contain the time of the call. */
const leftOut: Record<string, string> = Object.assign({}, ...nounLines.map(({ unread }) => unread))

/** Every address of the scene that bo can read, derived from the contracts. @throws for a contract or a parameter that is new here */
export function readsOf(scene: BlindScene): string[] {
  const { bo, cy, ana, projectId, mediaIds, labelIds, annotationIds, points, sessionId } = scene
  const [sponge = '', coral = '', , mud = ''] = labelIds
  const ids: Record<string, readonly string[]> = {
    projectId: [projectId],
    accountId: [bo.id, cy.id, ana.id],
    mediaId: mediaIds,
    size: ['small', 'large'],
    level: ['0'],
    column: ['0'],
    row: ['0'],
    labelId: labelIds,
    annotationId: [...annotationIds, ...points, ...Object.values(hiddenIds)],
    annotationSessionId: [sessionId],
    bulkId: [scene.bulkId],
    surveyId: [scene.surveyId],
    siteId: [scene.siteId],
    trackId: [scene.trackId],
    exportId: [scene.exportId],
    importId: [scene.importId],
    jobId: scene.jobIds,
    ...Object.fromEntries(Object.entries(scene.made).map(([name, id]) => [name, [id]]))
  }
  const filters = [
    '',
    `label.is.${mud}`,
    `label.under.${sponge}`,
    'label.is.',
    `imageLabel.is.${coral}`,
    `imageLabel.isNot.${coral}`,
    `person.is.${cy.id}`,
    `person.isNot.${cy.id}`,
    'reviewState.is.confirmed',
    'source.is.human*shape.is.box',
    'workState.is.done',
    'workState.isNot.done',
    'confidence.atMost.0.9',
    'attribute.individualCount.atLeast.1'
  ]
  const byFilter = filters.map(filter => `?filter=${encodeURIComponent(filter)}`)
  const sorts = ['newest', 'size', 'date', 'confidence', 'label'].flatMap(sort => [
    `?sort=${sort}`,
    `?sort=${sort}&limit=2`,
    `?sort=-${sort}&limit=2`
  ])
  const groups = ['image', 'site', 'survey', 'depthBand', 'date'].flatMap(by => [`groupBy=${by}`, `groupBy=${by}&includeUnreviewed=true`])
  const results = [
    '',
    '?confirmedOnly=true',
    '?rank=phylum',
    `?underLabelId=${sponge}&asOneTaxon=true`,
    '?countAttribute=individualCount',
    ...groups.map(group => `?${group}`)
  ]
  const pages = ['', '?limit=1', '?limit=100']
  const queries: Record<string, readonly string[]> = {
    'GET /projects': ['', '?sort=created', '?sort=title', '?search=reef', '?deleted=true', '?limit=1'],
    'GET /projects/:projectId/activity': pages,
    'GET /activity': pages,
    'GET /projects/:projectId/media': [...byFilter, '?sort=name', '?sort=added', '?sort=captured', '?search=IMG_1', '?limit=1'],
    'GET /media/:mediaId/content': ['', '?download=true'],
    'GET /projects/:projectId/labels': ['', '?search=por', '?limit=1'],
    'GET /projects/:projectId/labels/export': ['', `?versionId=${scene.versionId}`],
    'GET /projects/:projectId/catalog-versions/comparison': [`?from=${scene.versionId}`],
    'GET /annotation-sessions/:annotationSessionId/groups': ['', '?show=disagreed'],
    'GET /projects/:projectId/annotations': [...byFilter, ...sorts],
    'GET /projects/:projectId/annotations/count': byFilter,
    'GET /projects/:projectId/annotations/bulk': ['', '?show=mine', '?limit=1'],
    'GET /annotations/:annotationId/patch': ['', '?revision=1', '?revision=2'],
    'GET /projects/:projectId/samples/count': byFilter,
    'GET /projects/:projectId/results/abundance': results,
    'GET /projects/:projectId/results/summary': results,
    'GET /projects/:projectId/results/curves': results,
    'GET /projects/:projectId/results/sizes': labelIds.flatMap(id => [
      `?labelId=${id}`,
      `?labelId=${id}&groupBy=image`,
      `?labelId=${id}&includeUnreviewed=true`
    ]),
    'GET /projects/:projectId/results/cover': ['', '?includeUnreviewed=true', '?confirmedOnly=true', '?groupBy=image', '?groupBy=site'],
    'GET /navigation/:trackId/profile': [''],
    'GET /projects/:projectId/placements': pages,
    'GET /projects/:projectId/exports': pages,
    'GET /projects/:projectId/imports': pages,
    'GET /projects/:projectId/jobs': pages,
    ...Object.assign({}, ...nounLines.map(({ reads }) => reads))
  }
  return everyContract.flatMap(({ method, url, schema }) => {
    const name = `${method} ${url}`
    if (method !== 'GET' || leftOut[name]) return []
    const asked = schema.querystring ? queries[name] : ['']
    if (!asked) throw new Error(`${name} has a query: reads of test/support/nouns lack it`)
    return addresses(url).flatMap(address => asked.map(query => address + query))
  })

  function addresses(url: string): string[] {
    const name = /:(\w+)/.exec(url)?.[1]
    if (!name) return [url]
    const known = ids[name]
    if (!known) throw new Error(`${url} has a parameter that is new here: ${name}`)
    return known.flatMap(id => addresses(url.replace(`:${name}`, id)))
  }
}

import t from 'tap'
import { purgeProjects } from '../../../../server/backend/projects/repository.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { MapCells, MapHistograms, MapMarks, MapObservations } from '../../../../shared/contracts/map.ts'
import type { Observation, ObservationPage } from '../../../../shared/contracts/observations.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { blindScene, boxAt } from '../../../support/blind-session.ts'
import { drawnRecords, type Occurrence } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'
import { withoutRandomDigits } from '../../../support/without-random-digits.ts'

await forEachDatabase(t, (t, database) => {
  t.test('the map has observations at their place or that of their site, and sensitive ones on a grid in every answer', async t => {
    const { owner, project, addLabel, signUp, creation, edit } = await annotatingProject(t, { database, images: 1 })
    const url = `/projects/${project.id}/observations`
    const viewer = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const { id: coral } = await addLabel('Coral')
    const { id: lophelia } = await addLabel('Lophelia', coral)
    const { id: fish } = await addLabel('Fish')
    const site = (
      await owner.post(`/projects/${project.id}/sites`, { name: 'Secret reef', decimalLatitude: 40.75432, decimalLongitude: -30.12345 })
    ).json()
    const add = async (draft: object) => (await owner.post(url, draft)).json<Observation>()
    const marks = async (query = '', by = owner) =>
      (await by.get(`/projects/${project.id}/map/marks?kind=observation${query}`)).json<MapMarks>()

    const rows = async (query = '', by = owner) =>
      (await by.get(`/projects/${project.id}/map/observations${query}`)).json<MapObservations>()

    const atSite = await add({ labelId: fish, siteId: site.id, eventDate: '2026-06-04', minimumDepthInMeters: 12.34 })
    await add({ labelId: fish, decimalLatitude: 10, decimalLongitude: 20, eventDate: '2026-07' })
    t.match(await marks(), { inViewCount: 2, longitudes: [20e7, -30.12345e7].sort((a, b) => a - b) })
    t.match(await marks('&filter=eventDate.is.2026-06-04'), { inViewCount: 1 })
    t.match(await rows('?box=-40,30,-20,50'), {
      ...{ placedCount: 2, inViewCount: 1, extent: { west: -30.12345, east: -30.12345 } },
      items: [{ observationId: atSite.id, name: 'Fish', eventDate: '2026-06-04', depthInMeters: 12.34, isFromOutside: false }]
    })
    const nearest = (await rows('?box=10,0,31,21&limit=1')).items
    t.match(nearest, [{ decimalLongitude: 20, decimalLatitude: 10 }])
    t.match((await rows()).extent, { west: -30.12345, south: 10, east: 20 })
    t.match(await rows('?box=-10,0,0,1'), { items: [], extent: null })
    t.match([(await marks('&origin=own')).inViewCount, (await marks('&origin=outside')).inViewCount], [2, 0])
    t.match(await marks(`&filter=label.under.${coral}`), { inViewCount: 0 })
    t.match(await marks('&filter=fileName.contains.a'), { inViewCount: 0 })
    await owner.patch(`/sites/${site.id}`, { revision: 1, decimalLatitude: 40.76 })
    t.ok((await marks()).latitudes.includes(407600000), 'it moves with its site')

    await edit([creation({ labelId: fish })])
    const annotationId = (await owner.get(`/projects/${project.id}/annotations`)).json().items[0].id
    const same = await add({ labelId: fish, decimalLatitude: 1, decimalLongitude: 1, sameAsAnnotationId: annotationId })
    t.match(await marks(), { inViewCount: 2 }, 'the annotation is drawn instead')
    await edit([{ id: newId(), kind: 'remove', annotationId, revision: 1 }])
    t.match(await marks(), { inViewCount: 3 }, 'without the annotation it is drawn')
    await owner.delete(`/observations/${same.id}`)

    await owner.post(`/projects/${project.id}/generalisations`, { labelId: coral, grid: '0.1', fromRole: 'editor' })
    t.match((await viewer.get(`/observations/${atSite.id}`)).json(), { place: { decimalLatitude: 40.76 } })
    const secret = {
      decimalLatitude: 40.7654321,
      decimalLongitude: -30.1234567,
      occurrenceRemarks: 'South of the wreck',
      minimumDepthInMeters: 302.45
    }
    const own = await add({ labelId: lophelia, ...secret, coordinateUncertaintyInMeters: 5, occurrenceID: 'cruise:40.76' })
    await owner.patch(`/observations/${own.id}`, { revision: 1, decimalLatitude: 40.7654322, individualCount: 2 })
    const sensitive = await add({ labelId: lophelia, siteId: site.id })

    const given = (await viewer.get(`/observations/${own.id}`)).json<Observation>()
    t.match(given, {
      ...{ decimalLatitude: 40.75, decimalLongitude: -30.15, place: { decimalLatitude: 40.75, decimalLongitude: -30.15 } },
      ...{ occurrenceRemarks: null, occurrenceID: null, minimumDepthInMeters: 302, generalised: { grid: '0.1' } }
    })
    t.ok((given.coordinateUncertaintyInMeters ?? 0) > 5000)
    t.match((await owner.get(`/observations/${own.id}`)).json(), { decimalLatitude: 40.7654322, occurrenceID: 'cruise:40.76' })
    const texts = [
      (await viewer.get(url)).body,
      (await viewer.get(`/observations/${own.id}/history`)).body,
      (await viewer.get(`${url}/export`)).body,
      (await viewer.get(`/projects/${project.id}/sites`)).body,
      JSON.stringify(await marks('', viewer)),
      JSON.stringify(await rows('', viewer)),
      (await viewer.get(`/projects/${project.id}/map/cells?kind=observation&resolution=9`)).body
    ]
    for (const text of texts) t.notMatch(withoutRandomDigits(text), /40\.76|-30\.12|4076|wreck|Secret|302\.4/)
    t.match((await viewer.get(`/observations/${own.id}/history`)).json().items[0].changes, [{ field: 'individualCount' }])
    t.match(
      (await viewer.get(`/observations/${atSite.id}`)).json(),
      { place: { decimalLatitude: 40.75 }, siteName: /^Site / },
      'shares the site'
    )
    t.match((await viewer.get(`/observations/${sensitive.id}`)).json(), { decimalLatitude: null, place: { decimalLatitude: 40.75 } })
    const grid = { decimalLongitude: -30.15, decimalLatitude: 40.75, sideInDegrees: 0.1, count: 3 }
    t.match(await marks('', viewer), { inViewCount: 4, longitudes: [20e7], grid: [grid] })
    t.match(await rows('?box=-30.15,40.75,-30.15,40.75', viewer), { inViewCount: 3 }, 'a box around the displayed position')
    t.match(await rows('?box=-30.14,40.76,-30.12,40.77', viewer), { inViewCount: 0, items: [] }, 'a box around the exact one')
    t.match(await marks('&filter=depth.atLeast.302.1', viewer), { inViewCount: 0 })

    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    await owner.post(`/projects/${project.id}/generalisations`, { labelId: lophelia, grid: '1', fromRole: 'owner' })
    t.match((await editor.patch(`/observations/${own.id}`, { revision: 2, decimalLatitude: 41 })).json(), { code: 'EXACT_PLACE_NEEDED' })
    t.match((await editor.patch(`/observations/${own.id}`, { revision: 2, individualCount: 7 })).json(), {
      individualCount: 7,
      decimalLatitude: 40.5
    })
    t.match((await owner.get(`/observations/${own.id}`)).json(), { decimalLatitude: 40.7654322 })
    await owner.patch(`/observations/${own.id}`, { revision: 3, coordinateUncertaintyInMeters: 250_000 })
    t.match((await editor.get(`/observations/${own.id}`)).json(), { decimalLatitude: 40.5, coordinateUncertaintyInMeters: 250_000 })
  })

  t.test('a place is generalised for the taxa that its observations only name, and for the image of the same organism', async t => {
    const { owner, project, addLabel, signUp, creation, edit } = await annotatingProject(t, { database, images: 1 })
    const viewer = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const [red, plain] = [await addLabel('Corallium rubrum'), await addLabel('Coral')]
    await owner.post(`/projects/${project.id}/generalisations`, { labelId: red.id, grid: '0.1', fromRole: 'editor' })
    const at = { decimalLatitude: 40.75432, decimalLongitude: -30.12345 }
    const site = (await owner.post(`/projects/${project.id}/sites`, { name: 'Secret reef', ...at })).json()
    const add = async (draft: object) => (await owner.post(`/projects/${project.id}/observations`, draft)).json<Observation>()
    await add({ labelId: plain.id, siteId: site.id })
    t.match((await viewer.get(`/sites/${site.id}`)).json(), { name: 'Secret reef', ...at })
    await add({ labelId: plain.id, verbatimIdentification: 'Corallium rubrum', siteId: site.id })
    t.match((await viewer.get(`/sites/${site.id}`)).json(), { name: /^Site /, decimalLatitude: 40.75, generalised: { grid: '0.1' } })

    const mark = creation({ labelId: red.id })
    await edit([mark])
    const linked = await add({ labelId: plain.id, ...at, sameAsAnnotationId: mark.annotationId })
    t.match((await viewer.get(`/observations/${linked.id}`)).json(), { decimalLatitude: 40.75, generalised: { grid: '0.1' } })
    t.match((await owner.get(`/observations/${linked.id}`)).json(), at)
    t.equal((await viewer.get(`/projects/${project.id}/observations`)).body.includes('40.75432'), false)
  })

  t.test('the map generalises what falls under a rule after a label is named, or added below it', async t => {
    const { owner, project, addLabel, signUp } = await annotatingProject(t, { database, images: 1 })
    const viewer = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const ruled = await addLabel('Species A')
    await owner.post(`/projects/${project.id}/generalisations`, { labelId: ruled.id, grid: '0.1', fromRole: 'editor' })
    const add = (verbatimIdentification: string, decimalLatitude: number) =>
      owner.post(`/projects/${project.id}/observations`, { verbatimIdentification, decimalLatitude, decimalLongitude: 20.12345 })
    await add('Desmophyllum pertusum', 40.75432)
    await add('Lophelia prolifera', 50.75432)
    const marks = async () => (await viewer.get(`/projects/${project.id}/map/marks?kind=observation`)).json<MapMarks>()
    t.same((await marks()).latitudes.toSorted(), [407543200, 507543200])
    await owner.patch(`/labels/${ruled.id}`, { revision: 1, scientificName: 'Desmophyllum pertusum' })
    t.same((await marks()).latitudes, [507543200])
    await addLabel('Lophelia prolifera', ruled.id)
    t.match(await marks(), { latitudes: [], grid: [{}, {}] })
  })

  t.test('the map has the observation of an annotation that was rejected, as results have', async t => {
    const { owner, project, addLabel, creation, edit } = await annotatingProject(t, { database, images: 1 })
    const { id: labelId } = await addLabel('Fish')
    const mark = creation({ labelId })
    await edit([mark])
    const draft = { labelId, decimalLatitude: 1, decimalLongitude: 2, sameAsAnnotationId: mark.annotationId }
    await owner.post(`/projects/${project.id}/observations`, draft)
    const inView = async () => (await owner.get(`/projects/${project.id}/map/marks?kind=observation`)).json<MapMarks>().inViewCount
    t.equal(await inView(), 0, 'the annotation is drawn instead')
    await owner.post(`/projects/${project.id}/annotations/bulk`, {
      ...{ annotations: [{ id: mark.annotationId, revision: 1 }], change: { reviewState: 'rejected' } }
    })
    t.equal(await inView(), 1)
  })

  t.test('an impossible position of an accepted record stays with the record alone', async t => {
    const drawn = drawnRecords(2).map((record, place) => ({
      ...record,
      ...(place === 0 && { decimalLatitude: 151, decimalLongitude: -23, coordinateUncertaintyInMeters: 30 })
    }))
    const { owner, project, make, ended, records } = await scrapingProject(t, drawn, { database })
    await ended((await make({ startNow: true })).id)
    const { items } = await records('')
    await owner.post('/data/records/decide', { ids: items.map(({ id }) => id), decision: 'accept' })
    const found = (await owner.get(`/projects/${project.id}/observations`)).json<ObservationPage>().items
    const places = found.map(({ decimalLatitude, decimalLongitude }) => `${decimalLatitude} ${decimalLongitude}`)
    t.same(places.toSorted(), ['-20.01 -174.8', 'null null'])
    t.equal(found.find(({ decimalLatitude }) => decimalLatitude === null)?.coordinateUncertaintyInMeters, null)
  })

  t.test('an impossible depth of an accepted record stays with the record alone', async t => {
    const drawn = drawnRecords(2).map((record, place) => ({ ...record, ...(place === 0 && { minimumDepthInMeters: 9.96921e36 }) }))
    const { storage, owner, project, make, ended, records } = await scrapingProject(t, drawn, { database })
    await ended((await make({ startNow: true })).id)
    const { items } = await records('')
    t.ok(items.some(({ minimumDepthInMeters: depth }) => depth !== null && depth > 1e36))
    await owner.post('/data/records/decide', { ids: items.map(({ id }) => id), decision: 'accept' })
    const found = (await owner.get(`/projects/${project.id}/observations`)).json<ObservationPage>().items
    t.same(found.map(({ minimumDepthInMeters: depth }) => depth).toSorted(), [5, null])
    const histograms = async () => (await owner.get(`/projects/${project.id}/map/histograms?kind=observation`)).json<MapHistograms>()
    t.match(await histograms(), { inViewCount: 2, noDepthCount: 0 })
    await storage.db.updateTable('observation').set({ minimum_depth_in_meters: 1e36 }).where('minimum_depth_in_meters', '=', 5).execute()
    t.match(await histograms(), { inViewCount: 2, noDepthCount: 1 }, 'a depth from an earlier release does not widen the bars')
  })

  t.test('labels of observations go with a merge, and leave their name when they are deleted', async t => {
    const { owner, project, addLabel } = await annotatingProject(t, { database, images: 1 })
    const [cod, gadus] = [await addLabel('Cod'), await addLabel('Gadus')]
    const { id } = (await owner.post(`/projects/${project.id}/observations`, { labelId: cod.id })).json()
    t.equal((await owner.post(`/labels/${cod.id}/merge`, { revision: 1, into: gadus.id })).statusCode, 200)
    t.match((await owner.get(`/observations/${id}`)).json(), { labelId: gadus.id, name: 'Gadus' })
    t.equal((await owner.delete(`/labels/${gadus.id}`)).statusCode, 204)
    t.match((await owner.get(`/observations/${id}`)).json(), { labelId: null, name: 'Gadus' })
  })

  t.test('accepted records become observations with their source, once, and go with the decision unless they were edited', async t => {
    const drawn: Occurrence[] = drawnRecords(6).map((record, place) => ({
      ...record,
      ...(place === 0 && { individualCount: '12', basisOfRecord: 'humanobservation' }),
      ...(place === 4 && { basisOfRecord: 'PRESERVED_SPECIMEN' }),
      ...(place === 5 && { basisOfRecord: 'OBSERVATION' })
    }))
    const { owner, project, make, ended, records, signUp } = await scrapingProject(t, drawn, { database })
    const name = String(drawn[0]?.scientificName)
    const { id: labelId } = (await owner.post(`/projects/${project.id}/labels`, { name, scientificName: name })).json()
    await ended((await make({ startNow: true })).id)
    const ids = (await records('')).items.map(({ id }) => id)
    const observations = async (query = '') => (await owner.get(`/projects/${project.id}/observations${query}`)).json<ObservationPage>()
    const decide = async (body: object) => (await owner.post('/data/records/decide', body)).json()

    const accepted = await decide({ ids, decision: 'accept' })
    t.match(accepted, { count: 6, keptCount: 0 })
    const { items, total } = await observations('?origin=outside')
    t.equal(total, 6)
    t.same(new Set(items.map(({ source }) => source?.recordId)), new Set(ids))
    t.match(
      items.find(({ id }) => id === ids[0]),
      {
        ...{ labelId, individualCount: 12, basisOfRecord: 'HumanObservation', revision: 1, createdBy: owner.email },
        ...{ source: { dataset: { source: 'obis', licence: /CC/, citation: /./ } } }
      }
    )
    const bases = ids.map(id => items.find(item => item.id === id)?.basisOfRecord)
    t.same(bases.slice(3), ['HumanObservation', 'PreservedSpecimen', 'Occurrence'], 'GBIF writes them in capitals')
    t.match(await decide({ ids, decision: 'accept' }), { count: 0 }, 'again')
    t.equal((await observations()).total, 6)
    const cells = (await owner.get(`/projects/${project.id}/map/cells?kind=observation&origin=outside`)).json<MapCells>()
    t.equal(cells.placedCount, 6)

    await owner.patch(`/observations/${ids[1]}`, { revision: 1, individualCount: 1 })
    await owner.delete(`/observations/${ids[2]}`)
    const rejected = await decide({ ids: ids.slice(0, 4), decision: 'reject' })
    t.match(rejected, { count: 4, keptCount: 1 }, 'the edited one stays')
    t.equal((await observations()).total, 3)
    t.match((await owner.post(`/data/decisions/${rejected.id}/undo`)).json(), { keptCount: 0 })
    t.equal((await observations()).total, 5, 'observations that a person deleted stay deleted')
    t.match((await owner.post(`/data/decisions/${accepted.id}/undo`)).json(), { keptCount: 1 })
    t.match(await observations(), { total: 1, items: [{ id: ids[1] }] })
    const stranger = await signUp()
    t.equal((await stranger.get(`/observations/${ids[1]}`)).statusCode, 404)
  })

  t.test('a project with many observations and records is purged whole', async t => {
    const { storage, owner, project, make, ended, records } = await scrapingProject(t, drawnRecords(2_100), { database })
    await ended((await make({ startNow: true })).id)
    await owner.post('/data/records/decide', { filter: { projectId: project.id, state: 'waiting' }, expected: 2_100, decision: 'accept' })
    t.equal((await records('?state=accepted')).total, 2_100)
    await owner.delete(`/projects/${project.id}`)
    t.same(await purgeProjects(storage.db, Date.now() + 31 * 86_400_000), [project.id])
    for (const table of [
      'project',
      'observation',
      'scraped_record',
      'scraped_version',
      'place',
      'place_stale',
      'record_decision_item'
    ] as const)
      t.equal((await storage.db.selectFrom(table).selectAll().limit(1).execute()).length, 0, table)
  })

  t.test('a record received by two jobs has one observation, and the project recognises its own records', async t => {
    const { owner, project, obis, make, ended, records } = await scrapingProject(t, drawnRecords(3), { database })
    const url = `/projects/${project.id}/observations`
    const own = (await owner.post(url, { verbatimIdentification: 'Zebrasoma scopas' })).json<Observation>()
    obis.records[2] = { ...obis.records[2], occurrenceID: `urn:uuid:${own.id}` }
    await ended((await make({ startNow: true })).id)
    await ended((await make({ startNow: true, name: 'Again' })).id)
    t.match((await records('?match=own')).items, [{ state: 'ignored' }, { state: 'ignored' }])
    const [one, two] = (await records('?match=none')).items.map(({ id }) => id)
    const twins = (await records('?match=same')).items
    const twin = twins.find(({ match }) => match?.recordId === one)?.id
    const decide = (ids: unknown[], decision: string) => owner.post('/data/records/decide', { ids, decision })
    const seen = async () => (await owner.get(`${url}?origin=outside`)).json<ObservationPage>().items.map(({ id }) => id)
    await decide([one, two, ...twins.map(({ id }) => id)], 'accept')
    t.same(await seen(), [two, one])
    await decide([one], 'reject')
    t.same(new Set(await seen()), new Set([two, twin]), 'the other job still has it')
    await decide([one], 'accept')
    t.equal((await seen()).length, 2)
    await decide([twin], 'reject')
    t.same(await seen(), [two, one])
    await decide([twin], 'accept')
    t.same(await seen(), [two, one])
    t.match((await owner.post(url, { id: twin, verbatimIdentification: 'Cod' })).json(), { errors: [{ path: '/id' }] })
  })

  t.test('a deleted observation is not restored beside that of the same record from another job', async t => {
    const { owner, project, make, ended, records } = await scrapingProject(t, drawnRecords(1), { database })
    await ended((await make({ startNow: true })).id)
    await ended((await make({ startNow: true, name: 'Again' })).id)
    const { items } = await records('')
    const [one, two] = items.map(({ id }) => id)
    const accept = (id: unknown) => owner.post('/data/records/decide', { ids: [id], decision: 'accept' })
    const seen = async () => (await owner.get(`/projects/${project.id}/observations`)).json<ObservationPage>().items.map(({ id }) => id)
    await accept(two)
    await owner.delete(`/observations/${two}`)
    await accept(one)
    t.same(await seen(), [one])
    const refused = (await owner.post(`/observations/${two}/restore`)).json()
    t.match(refused, { status: 409, code: 'OBSERVATION_TWIN', detail: /another job: delete that one first/ })
    t.same(await seen(), [one], 'counted once')
    await owner.delete(`/observations/${one}`)
    t.match((await owner.post(`/observations/${two}/restore`)).json(), { id: two, removedAt: null })
    t.same(await seen(), [two])
    t.match((await owner.post(`/observations/${one}/restore`)).json(), { code: 'OBSERVATION_TWIN' }, 'in the other direction too')
  })

  t.test('an observation of an annotation by others is hidden in a blind session', async t => {
    const { owner, project, bo, mediaIds, begin, mark, addLabel } = await blindScene(t, { database, images: 1 })
    const url = `/projects/${project.id}/observations`
    const { id: labelId } = await addLabel('Cod')
    await begin()
    const [theirs, mine] = [await mark(owner, boxAt(10), labelId), await mark(bo, boxAt(60), labelId)]
    const observed = async (by: typeof owner, draft: object) => (await by.post(url, { labelId, ...draft })).json<Observation>().id
    const at = (decimalLatitude: number) => ({ decimalLatitude, decimalLongitude: 5 })
    const hidden = await observed(owner, { sameAsAnnotationId: theirs, ...at(1) })
    const shown = [await observed(bo, { sameAsAnnotationId: mine, ...at(2) }), await observed(owner, at(3))]
    t.same(
      (await bo.get(url))
        .json<ObservationPage>()
        .items.map(({ id }) => id)
        .sort(),
      shown.sort()
    )
    for (const path of [`/observations/${hidden}`, `/observations/${hidden}/history`]) t.equal((await bo.get(path)).statusCode, 404)
    t.equal((await bo.delete(`/observations/${hidden}`)).statusCode, 404)
    const guess = await bo.post(url, { labelId, sameAsAnnotationId: theirs })
    t.match(guess.json(), { status: 422, errors: [{ path: '/sameAsAnnotationId' }] })
    const onMap = async (by: typeof owner, filter = '') => {
      const answer = await by.get(`/projects/${project.id}/map/observations?filter=${filter}`)
      const { items, placedCount } = answer.json<MapObservations>()
      t.equal(items.length, placedCount)
      return items.map(({ decimalLatitude }) => decimalLatitude).sort()
    }
    t.same([await onMap(owner), await onMap(bo)], [[3], [3]], 'the annotations are drawn instead')
    await owner.delete(`/media/${mediaIds[0]}`)
    t.same(await onMap(owner), [1, 2, 3], 'the image of the annotations is in the bin')
    for (const filter of ['', `label.is.${labelId}`]) t.same(await onMap(bo, filter), [2, 3])
    await owner.delete(`/observations/${hidden}`)
    t.notMatch((await bo.get(`/projects/${project.id}/activity`)).body, /Cod/)
    t.equal((await owner.get(url)).json<ObservationPage>().total, 2)
  })
})

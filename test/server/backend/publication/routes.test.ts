import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Publication, PublicationCoverage, PublicationDraft } from '../../../../shared/contracts/publication.ts'
import { nothingPublished } from '../../../../shared/publication/nothing-published.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { type DatabaseKind, forEachDatabase, type Person } from '../../../support/backend.ts'

const ada = {
  givenName: 'Ada',
  surName: 'Example',
  organizationName: 'Example Marine Institute',
  email: 'ada@example.org',
  orcid: '0000-0002-1825-0097', // ORCID's own example
  role: 'creator' as const,
  tookImages: true
}

const model = { annotator: 'net.csv', name: 'ExampleNet', version: '1.2', address: 'https://example.org/net', sha256: 'ab'.repeat(32) }

async function scene(t: Test, database: DatabaseKind) {
  const base = await annotatingProject(t, { database, images: 3 })
  const url = `/projects/${base.project.id}/publication`
  const member = async (role: string): Promise<Person> => {
    const person = await base.signUp(`${role}@lab.example`)
    await base.owner.post(`/projects/${base.project.id}/members`, { email: person.email, role })
    return person
  }
  const read = async (by: Person = base.owner) => (await by.get(url)).json<Publication>()
  const save = (draft: Partial<PublicationDraft> & { revision: number }, by: Person = base.owner) =>
    by.put(url, { ...nothingPublished, ...draft })
  return { ...base, url, member, read, save }
}

await forEachDatabase(t, (t, database) => {
  t.test('the description is empty at first, and an editor’s changes apply to all members', async t => {
    const { owner, project, member, read, save } = await scene(t, database)
    const first = await read()
    t.match(first, { projectId: project.id, title: null, people: [], funding: [], license: null, revision: 1, modifiedAt: null })
    t.match(first.members, [{ surName: owner.email, email: owner.email, role: 'creator', tookImages: false }])

    const [editor, viewer] = [await member('editor'), await member('viewer')]
    const draft = {
      title: 'Benthic megafauna of Example Ridge, 2024',
      abstract: 'Occurrences of benthic megafauna annotated on sea-floor photographs.',
      keywords: ['benthos', 'megafauna'],
      people: [ada, { ...ada, surName: 'Other', orcid: null, role: 'processor' as const }],
      contact: { givenName: null, surName: null, organizationName: 'Data office', email: 'data@example.org' },
      funding: [{ funder: 'Example Science Fund', award: 'ESF-17', title: null, address: 'https://example.org/17' }],
      models: [model, { ...model, annotator: 'Other net', version: null, address: null, sha256: null }],
      license: 'CC-BY-4.0' as const,
      doi: '10.5072/isobath.7',
      samplingProtocol: 'towed camera transect',
      sampleSizeValue: 1,
      sampleSizeUnit: 'photograph',
      coordinateUncertaintyInMeters: 15
    }
    const saved = await save({ revision: 1, ...draft }, editor)
    t.equal(saved.statusCode, 200, saved.body)
    t.match(saved.json(), { ...draft, revision: 2 })
    t.match(await read(viewer), { ...draft, revision: 2, modifiedAt: /^20/ })
    const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
    t.match(items[0], { event: 'publication.revised', actorId: editor.id })
  })

  t.test('the later of two simultaneous edits is refused, and nothing is lost', async t => {
    const { read, save, member } = await scene(t, database)
    const editor = await member('editor')
    const both = await Promise.all([save({ revision: 1, title: 'Mine' }), save({ revision: 1, title: 'Theirs' }, editor)])
    t.same(both.map(({ statusCode }) => statusCode).sort(), [200, 409])
    const refused = both.find(({ statusCode }) => statusCode === 409)?.json()
    t.match(refused, {
      code: 'STALE_REVISION',
      detail: 'The current revision is 2, but your edit is based on 1: load the current one and edit again'
    })
    const stands = await read()
    t.equal(stands.revision, 2)
    t.match((await save({ revision: 2, title: 'Both' })).json(), { title: 'Both', revision: 3 })
  })

  t.test('strangers do not find it, and viewers do not edit it', async t => {
    const { url, save, member, signUp } = await scene(t, database)
    const [stranger, viewer] = [await signUp('stranger@lab.example'), await member('viewer')]
    for (const address of [url, `${url}/coverage`]) t.equal((await stranger.get(address)).statusCode, 404, address)
    t.equal((await save({ revision: 1 }, stranger)).statusCode, 404)
    t.match((await save({ revision: 1 }, viewer)).json(), { status: 403, code: 'ROLE_NEEDED' })
  })

  t.test('an impossible value is refused with its place', async t => {
    const { read, save } = await scene(t, database)
    const contact = { givenName: null, surName: null, organizationName: null, email: null }
    const refused: [Partial<PublicationDraft>, string][] = [
      [{ people: [ada, { ...ada, orcid: '0000-0002-1825-0098' }] }, '/people/1/orcid'],
      [{ people: [{ ...ada, orcid: '0000-0002-1825' }] }, '/people/0/orcid'],
      [{ people: [{ ...ada, surName: ' ' }] }, '/people/0/surName'],
      [{ people: [{ ...ada, role: 'captain' as 'user' }] }, '/people/0/role'],
      [{ people: Array.from({ length: 201 }, () => ada) }, '/people'],
      [{ contact }, '/contact/surName'],
      [{ contact: { ...contact, surName: 'Example', email: 'no address' } }, '/contact/email'],
      [{ doi: '11.1234/x' }, '/doi'],
      [{ doi: 'https://doi.org/10.5072/x' }, '/doi'],
      [{ license: 'GPL-3.0' as 'CC0-1.0' }, '/license'],
      [{ title: 'x'.repeat(301) }, '/title'],
      [{ abstract: 'x'.repeat(10_001) }, '/abstract'],
      [{ keywords: Array.from({ length: 51 }, (_, at) => `word ${at}`) }, '/keywords'],
      [{ coordinateUncertaintyInMeters: 0 }, '/coordinateUncertaintyInMeters'],
      [{ sampleSizeValue: 1 }, '/sampleSizeUnit'],
      [{ sampleSizeUnit: 'photograph' }, '/sampleSizeValue'],
      [{ sampleSizeValue: 0, sampleSizeUnit: 'photograph' }, '/sampleSizeValue'],
      [{ models: [model, model] }, '/models/1/annotator'],
      [{ models: [{ ...model, sha256: 'AB'.repeat(32) }] }, '/models/0/sha256'],
      [{ models: [{ ...model, address: 'doi:10.5072/net' }] }, '/models/0/address'],
      [{ models: [{ ...model, name: '' }] }, '/models/0/name'],
      [{ funding: [{ funder: 'Fund', award: null, title: null, address: 'javascript:x' }] }, '/funding/0/address']
    ]
    for (const [draft, path] of refused) {
      const { status, errors } = (await save({ revision: 1, ...draft })).json()
      t.equal(status, 422, path)
      t.ok(
        errors?.some((error: { path: string }) => error.path.startsWith(path)),
        `${path}: ${JSON.stringify(errors)}`
      )
    }
    t.equal((await read()).revision, 1)
  })

  t.test('coverage counts the examined images and what was found on them', async t => {
    const { owner, project, storage, mediaIds, url } = await scene(t, database)
    const [first = '', second = '', third = ''] = mediaIds
    const update = (id: string, values: object) => storage.db.updateTable('media').set(values).where('id', '=', id).execute()
    await update(first, { decimal_latitude: 40, decimal_longitude: -30.5, event_date: '2024-06-02T04:29:27.000Z', depth_in_meters: 12 })
    await update(second, { decimal_latitude: null, decimal_longitude: null, event_date: null, depth_in_meters: null })
    await update(third, { decimal_latitude: 10, decimal_longitude: 10, event_date: '2020-01-01T00:00:00.000Z' }) // nobody examined it
    const site = await owner.post(`/projects/${project.id}/sites`, {
      ...{ name: 'M1', decimalLatitude: 41, decimalLongitude: -30, samplingProtocol: 'diver with a frame' },
      ...{ sampleSizeValue: 0.25, sampleSizeUnit: 'square metre' }
    })
    await owner.post(`/projects/${project.id}/sites/assign`, { mediaIds: [second], siteId: site.json().id })
    const label = async (draft: object) => (await owner.post(`/projects/${project.id}/labels`, draft)).json<{ id: string }>().id
    const brisinga = await label({
      ...{ name: 'Brisinga', scientificName: 'Brisinga', taxonRank: 'genus' },
      scientificNameID: 'urn:lsid:marinespecies.org:taxname:123210'
    })
    const sand = await label({ name: 'Sand' })
    const create = (mediaId: string, labelId: string) => ({
      ...{ id: newId(), kind: 'create', annotationId: newId(), mediaId, labelId, shape: { kind: 'point', x: 5, y: 5 } }
    })
    const operations = [create(first, brisinga), create(second, brisinga), create(second, sand)]
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    const proposals = [create(first, sand), create(first, sand), create(first, sand)]
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: proposals })
    const [confirmed = '', , removed = ''] = proposals.map(({ annotationId }) => annotationId)
    const byMachine = { source: 'machine', annotator: 'ExampleNet' } as const
    for (const { annotationId } of proposals)
      await storage.db.updateTable('annotation').set(byMachine).where('id', '=', annotationId).execute()
    await storage.db.updateTable('annotation').set({ removed_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', removed).execute()
    await storage.db.updateTable('annotation').set({ review_state: 'confirmed' }).where('id', '=', confirmed).execute()

    const coverage = (await owner.get(`${url}/coverage`)).json<PublicationCoverage>()
    t.same(coverage, {
      imageCount: 2,
      annotationCount: 4, // one of them was suggested and then confirmed
      bounds: { west: -30.5, east: -30, north: 41, south: 40 },
      dates: { begin: '2024-06-02', end: '2024-06-02' },
      taxa: [
        { labelId: brisinga, taxonLabelId: brisinga, name: 'Brisinga', scientificName: 'Brisinga', taxonRank: 'genus', isMatched: true },
        { labelId: sand, taxonLabelId: null, name: 'Sand', scientificName: null, taxonRank: null, isMatched: false }
      ],
      taxonCount: 2,
      programs: [{ annotator: 'ExampleNet', proposalCount: 2, confirmedCount: 1 }],
      // the second gets its position, protocol and size from its site, and has no time or depth
      lacking: {
        position: { count: 0, firstMediaId: null },
        uncertainty: { count: 2, firstMediaId: first },
        date: { count: 1, firstMediaId: second },
        depth: { count: 1, firstMediaId: second },
        protocol: { count: 1, firstMediaId: first },
        sampleSize: { count: 1, firstMediaId: first }
      }
    })
  })

  t.test('coverage on both sides of 180° is the smallest box, with exact and with generalised places', async t => {
    const { owner, project, storage, mediaIds, url } = await scene(t, database)
    const place = async (...places: [longitude: number, latitude: number][]) => {
      for (const [at, [longitude, latitude]] of places.entries())
        await storage.db
          .updateTable('media')
          .set({ decimal_longitude: longitude, decimal_latitude: latitude })
          .where('id', '=', mediaIds[at] ?? '')
          .execute()
    }
    for (const mediaId of mediaIds) await owner.put(`/media/${mediaId}/work-state`, { state: 'done' })
    const bounds = async () => (await owner.get(`${url}/coverage`)).json<PublicationCoverage>().bounds
    await place([179.9, -17], [-179.9, -16], [178.5, -18])
    t.same(await bounds(), { west: 178.5, east: -179.9, north: -16, south: -18 })
    await place([10, 1], [170, 2], [-175, 3])
    t.same(await bounds(), { west: 10, east: -175, north: 3, south: 1 })
    await place([180, -17], [-180, -17], [180, -17])
    t.same(await bounds(), { west: 180, east: 180, north: -17, south: -17 })

    await owner.post(`/projects/${project.id}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'owner' })
    t.same(await bounds(), { west: -179.95, east: -179.95, north: -16.95, south: -16.95 })
    await place([179.99, -17], [180, -17], [179.81, -17])
    t.same(await bounds(), { west: 179.85, east: -179.95, north: -16.95, south: -16.95 })
  })
})

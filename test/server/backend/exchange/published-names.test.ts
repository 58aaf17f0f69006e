import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { unzipped } from '../../../support/zips.ts'

type Scene = Awaited<ReturnType<typeof exchangingProject>>

const lsid = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
const options = { license: 'CC-BY-4.0', include: 'all', leastConfidence: 0 } as const
const terms = [
  ...['scientificName', 'scientificNameAuthorship', 'scientificNameID', 'taxonRank', 'kingdom'],
  ...['verbatimIdentification', 'identificationQualifier']
]

/** Labels by path (`Animalia/Gadidae/Gadus`) with their facts, each used by one box on one image. */
async function published(scene: Scene, labels: [path: string, facts?: object][]) {
  const { owner, project, db } = scene
  const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 1874 }
  await db.updateTable('media').set(place).where('project_id', '=', project.id).execute()
  const ids = new Map<string, string>()
  for (const [path, facts = {}] of labels) {
    const [name = '', ...above] = path.split('/').toReversed()
    const parentId = ids.get(above.toReversed().join('/')) ?? null
    const made = await owner.post(`/projects/${project.id}/labels`, { name, parentId, ...facts })
    ids.set(path, made.json<{ id: string }>().id)
  }
  const operations = labels.map(([path]) => ({
    ...{ id: newId(), kind: 'create', annotationId: newId(), mediaId: project.mediaIds[0], labelId: ids.get(path) },
    shape: { kind: 'box', x: 10, y: 10, width: 20, height: 20 }
  }))
  await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
  return { ids, out: await scene.exported('dwca', options) }
}

async function occurrencesOf(archive: Buffer): Promise<string[][]> {
  const [header = '', ...lines] = ((await unzipped(archive)).get('occurrence.txt') ?? '').trim().split('\n')
  const columns = header.split('\t')
  return lines.map(line => terms.map(term => line.split('\t')[columns.indexOf(term)] ?? '?'))
}

await forEachDatabase(t, async (t, database) => {
  t.test('a scientific name is published alone: author, qualifier and informal words have separate columns', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'IMG_1.JPG' }], { database })
    const genus = { scientificName: 'Gadus Linnaeus, 1758', taxonRank: 'genus', scientificNameID: lsid(125732) }
    const species = { taxonRank: 'species', scientificNameID: lsid(126436) }
    const { out } = await published(scene, [
      ['Animalia', { scientificName: 'Animalia', taxonRank: 'kingdom', scientificNameID: lsid(2) }],
      ['Animalia/Gadus', genus],
      ['Animalia/Gadus/Cod', { ...species, scientificName: 'Gadus morhua (Linnaeus, 1758)' }],
      ['Animalia/Gadus/Gadus cf. morhua', { ...species, scientificName: 'Gadus cf. morhua' }],
      ['Animalia/Gadus/Gadus morhua', { ...species, scientificName: 'Gadus morhua', identificationQualifier: 'cf.' }],
      ['Animalia/Gadus/Code 17', { scientificName: 'Gadus aff. ogac Richardson, 1836' }],
      ['Animalia/Gadus/Grey cod', { scientificName: 'Gadus', taxonRank: 'genus', identificationQualifier: 'sp.', morphospecies: 'A' }],
      ['Larkspur', { scientificName: 'Delphinium bolosii C.Blanché & Molero', taxonRank: 'species' }]
    ])
    t.match(out, { state: 'ready', annotationCount: 8, losses: [] }, out.failure ?? '')
    const author = 'Linnaeus, 1758'
    t.same(await occurrencesOf(out.content), [
      ['Animalia', '', lsid(2), 'kingdom', 'Animalia', 'Animalia', ''],
      ['Gadus', author, lsid(125732), 'genus', 'Animalia', 'Gadus', ''],
      ['Gadus morhua', `(${author})`, lsid(126436), 'species', 'Animalia', 'Cod', ''],
      // The genus is certain, and the catalog has it as an ancestor.
      ['Gadus', '', '', 'genus', 'Animalia', 'Gadus cf. morhua', 'cf. morhua'],
      ['Gadus', author, lsid(125732), 'genus', 'Animalia', 'Gadus cf. morhua', 'cf. morhua'],
      ['Gadus', '', '', 'genus', 'Animalia', 'Gadus aff. ogac Richardson, 1836', 'aff. ogac'],
      ['Gadus', '', '', 'genus', 'Animalia', 'Grey cod', 'sp. A'],
      ['Delphinium bolosii', 'C.Blanché & Molero', '', 'species', '', 'Larkspur', '']
    ])
  })

  t.test('an epithet that resembles a qualifier is published with its own author, identifier and rank', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'IMG_1.JPG' }], { database })
    // As in WoRMS.
    const facts = { scientificNameAuthorship: 'Lütken, 1858', scientificNameID: lsid(124850), taxonRank: 'species' }
    const loimia = { scientificNameAuthorship: '(Savigny, 1822)', scientificNameID: lsid(131501), taxonRank: 'species' }
    const { out } = await published(scene, [
      ['Ophiura affinis', { ...facts, scientificName: 'Ophiura affinis' }],
      ['Loimia medusa', { ...loimia, scientificName: 'Loimia medusa' }],
      ['Conus planula', { scientificName: 'Conus planula', taxonRank: 'species' }],
      ['Munididae', { scientificName: 'Munididae', taxonRank: 'family', scientificNameID: lsid(106835) }],
      ['Munididae/Munida or Munidopsis', { ...facts, scientificName: 'Munida or Munidopsis' }],
      ['Munididae/Squat', { scientificName: 'Munida / Munidopsis' }],
      ['Munididae/Munida juvenile', { ...facts, scientificName: 'Munida juvenile', scientificNameID: null }],
      ['Octocorals', { scientificName: 'Subclass Octocorallia' }],
      ['Candidatus Scalindua brodae', { scientificName: 'Candidatus Scalindua brodae' }]
    ])
    t.match(out, { state: 'ready', losses: [] }, out.failure ?? '')
    const family = ['Munididae', '', lsid(106835), 'family', '']
    t.same(await occurrencesOf(out.content), [
      ['Ophiura affinis', 'Lütken, 1858', lsid(124850), 'species', '', 'Ophiura affinis', ''],
      ['Loimia medusa', '(Savigny, 1822)', lsid(131501), 'species', '', 'Loimia medusa', ''],
      ['Conus planula', '', '', 'species', '', 'Conus planula', ''],
      [...family, 'Munididae', ''],
      [...family, 'Munida or Munidopsis', 'Munida or Munidopsis'],
      [...family, 'Munida / Munidopsis', 'Munida / Munidopsis'],
      // Author and rank belonged to a species, which the text does not contain.
      ['Munida', '', '', '', '', 'Munida juvenile', ''],
      ['Octocorallia', '', '', 'subclass', '', 'Subclass Octocorallia', ''],
      ['Scalindua brodae', '', '', 'species', '', 'Candidatus Scalindua brodae', '']
    ])
  })

  t.test('a label without a scientific name is published as the nearest taxon above it, or left out if there is none', async t => {
    const scene = await exchangingProject(t, [{ fileName: 'IMG_1.JPG' }], { database })
    const porifera = { scientificName: 'Porifera', taxonRank: 'phylum', scientificNameID: lsid(558) }
    const { out } = await published(scene, [
      ['Porifera', porifera],
      ['Porifera/massive orange'],
      ['Porifera/Shapes'],
      ['Porifera/Shapes/Porifera sp. 3'],
      ['Porifera/Shapes/cf. Geodia', { scientificName: 'cf. Geodia' }],
      ['Porifera/Shapes/Geodia cf. barretti'],
      ['Porifera/Shapes/Unknown sponge', { scientificName: 'Unknown sponge', morphospecies: 'OTU-7' }],
      ['Substrate'],
      ['Substrate/Sand']
    ])
    t.match(out, { state: 'ready', annotationCount: 7 }, out.failure ?? '')
    t.same(out.losses, [
      { message: 'An annotation of “Substrate” was left out: neither the label nor one above it is a taxon', count: 1 },
      { message: 'An annotation of “Sand” was left out: neither the label nor one above it is a taxon', count: 1 }
    ])
    const sponge = ['Porifera', '', lsid(558), 'phylum', '']
    t.same(await occurrencesOf(out.content), [
      [...sponge, 'Porifera', ''],
      [...sponge, 'massive orange', ''],
      [...sponge, 'Shapes', ''],
      [...sponge, 'Porifera sp. 3', 'sp. 3'],
      [...sponge, 'cf. Geodia', 'cf. Geodia'],
      [...sponge, 'Geodia cf. barretti', 'Geodia cf. barretti'],
      [...sponge, 'Unknown sponge OTU-7', 'OTU-7']
    ])
  })
})

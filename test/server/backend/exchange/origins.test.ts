import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { describe } from '../../../support/published.ts'
import { insertRun, suggestionRow } from '../../../support/suggested.ts'
import { unzipped } from '../../../support/zips.ts'

const images = [{ fileName: 'A.JPG', width: 4000, height: 3000 }]
const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 1874.5 }

const ifdo = { imageAddress: 'https://example.org/img/', platform: 'ROV', sensor: 'Camera', license: 'CC-BY-4.0' } as const

/** An image with a label by a person, and five suggestions that people decided in different ways. */
// Long: sets up one scene.
async function decidedProject(t: Test, database: DatabaseKind) {
  const scene = await exchangingProject(t, images, { database })
  const { owner, project, db } = scene
  await describe(owner, project.id)
  const [mediaId = ''] = project.mediaIds
  await db.updateTable('media').set(place).where('id', '=', mediaId).execute()
  const label = async (name: string) =>
    (await owner.post(`/projects/${project.id}/labels`, { name, scientificName: name, taxonRank: 'genus' })).json<{ id: string }>().id
  const [brisinga, gadus] = [await label('Brisinga'), await label('Gadus')]
  const operate = (operations: object[]) => owner.post(`/projects/${project.id}/annotations/operations`, { operations })
  const human = newId()
  const box = (x: number) => ({ kind: 'box' as const, x, y: 10, width: 20, height: 20 })
  await operate([{ id: newId(), kind: 'create', annotationId: human, mediaId, labelId: brisinga, shape: box(0) }])
  const before = (await scene.exported('csv')).content.toString()
  const runId = await insertRun(db, { projectId: project.id, accountId: owner.id })
  const rows = [0.6, 0.61, 0.9, 0.91, 0.92].map((probability, at) =>
    suggestionRow({ runId, projectId: project.id, mediaId, annotationId: null, shape: box(100 + 50 * at), labelId: brisinga, probability })
  )
  await db.insertInto('ai_suggestion').values(rows).execute()
  const ids = rows.map(({ id }) => id)
  await owner.post(`/ai/runs/${runId}/decisions`, { decision: 'accept', suggestionIds: [ids[0]] })
  await owner.post(`/ai/runs/${runId}/decisions`, { decision: 'relabel', suggestionIds: [ids[1]], labelId: gadus })
  await owner.post(`/ai/runs/${runId}/acceptances`, { least: 0.9, expected: 3 })
  const made = await db.selectFrom('annotation').select(['id', 'suggestion_id']).where('suggestion_id', 'is not', null).execute()
  const of = (at: number) => made.find(row => row.suggestion_id === ids[at])!.id
  const [single, relabelled, bulk, another, confirmed] = [of(0), of(1), of(2), of(3), of(4)]
  await operate([{ id: newId(), kind: 'revise', annotationId: confirmed, revision: 1, reviewState: 'confirmed' }])
  return { ...scene, before, runId, human, single, relabelled, bulk, another, confirmed }
}

/** Inserts an uploaded model. @returns its id */
async function insertUploaded({ db, owner, project }: Pick<Awaited<ReturnType<typeof decidedProject>>, 'db' | 'owner' | 'project'>) {
  const id = newId()
  const manifest = { ...manifestWith(), source: 'https://example.org/reef-finder' }
  await db
    .insertInto('ai_uploaded_model')
    .values({
      ...{ id, project_id: project.id, sha256: 'e'.repeat(64), file_name: 'net.onnx', size_bytes: 10, state: 'ready' },
      ...{ inspection: '{}', manifest: JSON.stringify(manifest), manifest_sha256: 'f', name: manifest.name, version: manifest.version },
      ...{ dry_run: null, job_id: null, licence_read_by: null, licence_read_at: null },
      ...{ created_by: owner.id, created_at: '2026-06-04T07:12:00.000Z' }
    })
    .execute()
  return id
}

const model = 'Isobath model 1 (lda)'
const references = `${model} | Isobath 0 | sha256:a`

await forEachDatabase(t, (t, database) => {
  t.test('an archive names the model, and does not attribute labels accepted in bulk to a person', async t => {
    const { exported, human, single, relabelled, bulk, another, confirmed } = await decidedProject(t, database)
    const archive = { license: 'CC-BY-4.0', organizationName: 'Example Institute' } as const
    const files = await unzipped((await exported('dwca', archive)).content)
    const [header = '', ...lines] = (files.get('occurrence.txt') ?? '').trim().split('\n')
    const columns = header.split('\t')
    const rows = new Map(
      lines.map(line => {
        const row = Object.fromEntries(line.split('\t').map((cell, at) => [columns[at], cell]))
        return [row.occurrenceID?.slice('urn:uuid:'.length), row]
      })
    )
    const facts = (id: string) => {
      const row = rows.get(id)
      return [row?.identificationVerificationStatus, row?.identificationReferences, row?.identifiedBy === model]
    }
    t.equal(rows.size, 6)
    t.same(facts(human), ['ValidatedByHuman', '', false])
    t.same(facts(single), ['ValidatedByHuman', references, false])
    t.same(facts(relabelled), ['ValidatedByHuman', '', false], 'the model suggested another label')
    t.same(facts(bulk), ['PredictedByMachine', references, true])
    t.same(facts(another), ['PredictedByMachine', references, true])
    t.same(facts(confirmed), ['ValidatedByHuman', references, false], 'a person confirmed it in Review later')
  })

  t.test('a table has the origin once a machine has suggested labels, and is unchanged otherwise', async t => {
    const { before, exported, human, bulk, relabelled } = await decidedProject(t, database)
    t.notMatch(before, /origin|suggestedBy/)
    const [header = '', ...lines] = (await exported('csv')).content.toString().trim().split('\n')
    t.equal(header.replace(',origin,suggestedBy', ''), before.split('\n')[0])
    t.ok(lines.some(line => line.startsWith(human) && line.endsWith('human,')))
    t.ok(lines.some(line => line.startsWith(bulk) && line.endsWith(`accepted_bulk,${model}`)))
    t.ok(lines.some(line => line.startsWith(relabelled) && line.endsWith(`human_seen,${model}`)))
  })

  t.test('an uploaded model is named with its version, its source and its hash', async t => {
    const scene = await decidedProject(t, database)
    const { exported, db, runId, bulk } = scene
    const uploadedId = await insertUploaded(scene)
    await db.updateTable('ai_run').set({ model_version_id: null, uploaded_model_id: uploadedId }).where('id', '=', runId).execute()
    const [, ...lines] = (await exported('csv')).content.toString().trim().split('\n')
    t.ok(lines.some(line => line.startsWith(bulk) && line.endsWith('accepted_bulk,Reef finder 1')))
    const files = await unzipped((await exported('dwca', { license: 'CC-BY-4.0', organizationName: 'Example Institute' })).content)
    const occurrences = files.get('occurrence.txt') ?? ''
    const named = `Reef finder 1 | https://example.org/reef-finder | sha256:${'e'.repeat(64)}`
    t.equal(occurrences.split('\n').filter(line => line.includes(named)).length, 4, 'accepted ones, but not the one with another label')
  })

  t.test('a version is named with the embedding model that it learnt from', async t => {
    const scene = await decidedProject(t, database)
    const embedding_model_id = await insertUploaded(scene)
    await scene.db.updateTable('ai_model_version').set({ embedding_model_id }).execute()
    const files = await unzipped((await scene.exported('dwca', { license: 'CC-BY-4.0', organizationName: 'Example Institute' })).content)
    const occurrences = files.get('occurrence.txt') ?? ''
    const named = `${references} | Reef finder 1 | https://example.org/reef-finder | sha256:${'e'.repeat(64)}`
    t.equal(occurrences.split('\n').filter(line => line.includes(named)).length, 4)
    t.ok(
      occurrences.split('\n').some(line => line.split('\t').includes(model)),
      'the version itself is named as before'
    )
  })

  t.test('COCO and iFDO carry origins into another project', async t => {
    const { exported, makeProject, importFile, db } = await decidedProject(t, database)
    for (const format of ['coco', 'ifdo'] as const) {
      const { content } = await exported(format, format === 'ifdo' ? ifdo : {})
      const other = await makeProject(images, `Copy by ${format}`)
      const done = await importFile(content, { fileName: `${format}.json` }, other.id)
      t.equal(done.result?.annotationCount, 6, format)
      const made = await db.selectFrom('annotation').select(['origin', 'suggestion_id']).where('project_id', '=', other.id).execute()
      t.same(made.map(({ origin }) => String(origin)).sort(), [
        ...['accepted', 'accepted_bulk', 'accepted_bulk', 'accepted_bulk'],
        ...['human_seen', 'null']
      ])
      t.ok(made.every(({ suggestion_id: id }) => id === null))
    }
  })
})

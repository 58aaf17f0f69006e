import t from 'tap'
import { newId } from '../../../../../server/lib/ids.ts'
import { annotationSessionsApi } from '../../../../../shared/contracts/annotation-sessions.ts'
import type { CatalogImport, CatalogImportDetail } from '../../../../../shared/contracts/taxonomy-import.ts'
import { forEachDatabase, type Person } from '../../../../support/backend.ts'
import { cataloguingProject } from '../../../../support/cataloguing.ts'
import { lines } from '../../../../support/nouns/ai.ts'

const tree = 'id,parent_id,name,synonyms\n1,,Animals,\n2,1,Corals,Anthozoa\n3,2,Lophelia,\n4,1,Sponges,\n5,,Sand,\n'

await forEachDatabase(t, (t, database) => {
  async function scene(t: Parameters<typeof cataloguingProject>[0]) {
    const base = await cataloguingProject(t, { database })
    const { owner, project } = base
    const bring = async (list: string) => (await base.take(list, { namesakes: 'use' })).importId ?? ''
    const undo = (id: string, by: Person = owner) => by.post(`/catalog-imports/${id}/undo`)
    const undone = async (id: string) => {
      const answer = await undo(id)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<CatalogImport>().undone
    }
    const get = async (id: string) => (await owner.get(`/catalog-imports/${id}`)).json<CatalogImportDetail>()
    const imports = async () => (await owner.get(`/projects/${project.id}/labels/imports`)).json<{ items: CatalogImport[] }>().items
    return { ...base, bring, undo, undone, get, imports }
  }

  t.test('an import into the catalog is undone as one step, and is listed for 30 days', async t => {
    const { addLabel, bring, get, imports, owner, project, tree: shown, undo, undone, take, storage } = await scene(t)
    await addLabel('Gravel')
    t.equal((await take(tree, { dryRun: true })).importId, null)
    const id = await bring(tree)
    t.match(await get(id), { sourceName: 'a list', newCount: 5, changedCount: 0, undone: null })
    t.equal((await get(id)).labelIds.length, 5)
    t.equal(Math.round((Date.parse((await get(id)).expiresAt) - Date.now()) / 86_400_000), 30)
    t.match(await undone(id), { removedCount: 5, restoredCount: 0, keptCount: 0, kept: [] })
    t.same(await shown(), ['Gravel'])
    t.same((await get(id)).labelIds, [])
    t.match((await undo(id)).json(), { status: 409, code: 'CATALOG_IMPORT_OVER' })
    t.match((await owner.get(`/projects/${project.id}/activity`)).json().items[0], {
      event: 'labels.import.undone',
      detail: { count: 5, sourceName: 'a list' }
    })
    t.equal((await take(tree)).newCount, 5, 'and can be imported again')
    t.equal((await imports()).length, 2)
    await storage.db.updateTable('catalog_import').set({ expires_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
    t.equal((await imports()).length, 1)
    t.equal((await undo(id)).statusCode, 404)
  })

  t.test('labels that were used, changed or got labels under them stay, with all their ancestors', async t => {
    const { addLabel, bring, creation, edit, labelNamed, mediaIds, owner, tree: shown, undone } = await scene(t)
    const id = await bring(`${tree}6,5,Ripples,\n7,,Litter,\n`)
    const [lophelia, ripples, litter] = [await labelNamed('Lophelia'), await labelNamed('Ripples'), await labelNamed('Litter')]
    const mark = creation({ labelId: lophelia.id, mediaId: mediaIds[0] ?? '' })
    await edit([mark])
    await edit([{ id: newId(), kind: 'remove', annotationId: mark.annotationId, revision: 1 }])
    await owner.patch(`/labels/${ripples.id}`, { revision: 1, definition: 'small waves' })
    await addLabel('Bottle', litter.id)
    const result = await undone(id)
    t.match(result, { removedCount: 1, restoredCount: 0, keptCount: 6 })
    t.same(
      result?.kept.map(({ name, reason }) => `${name}: ${reason}`).sort(),
      ['Animals: above', 'Corals: above', 'Litter: above', 'Lophelia: used', 'Ripples: changed', 'Sand: above'],
      'an annotation in the bin can be restored with its label'
    )
    t.same(await shown(), ['Animals', '  Corals', '    Lophelia', 'Litter', '  Bottle', 'Sand', '  Ripples'])
  })

  t.test('a label that an observation or a mapped model uses stays', async t => {
    const { bring, labelNamed, mediaIds, owner, project, tree: shown, undone, ...backend } = await scene(t)
    const id = await bring('id,parent_id,name\n1,,Corals\n2,,Sponges\n3,,Sand\n')
    const [corals, sponges] = [await labelNamed('Corals'), await labelNamed('Sponges')]
    await owner.post(`/projects/${project.id}/observations`, { labelId: corals.id, eventDate: '2026-06-04' })
    const made = await lines.make!({ ...backend, owner, projectId: project.id, mediaId: mediaIds[0] ?? '' })
    const model_id = made.uploadedModelId ?? ''
    const mapping = { id: newId(), model_id, place: 0, name: 'sponge', taxon: null, is_ignored: 0 as const, label_id: sponges.id }
    await backend.storage.db.insertInto('ai_uploaded_label').values(mapping).execute()
    t.same(
      (await undone(id))?.kept.map(({ name, reason }) => `${name}: ${reason}`),
      ['Corals: used', 'Sponges: rule']
    )
    t.same(
      (await shown()).filter(name => name !== 'Suggested'), // the label of the model's run
      ['Corals', 'Sponges']
    )
  })

  t.test('a label into which another one was merged stays, with all its ancestors', async t => {
    const { addLabel, labelNamed, owner, take, tree: shown, undone } = await scene(t)
    const old = await addLabel('Old place')
    const before = await addLabel('Lophelia', old.id)
    const { importId } = await take(tree, { namesakes: 'add' })
    const { items } = (await owner.get(`/projects/${before.projectId}/labels?search=Lophelia`)).json()
    const imported = items.find(({ id }: { id: string }) => id !== before.id)
    const merged = await owner.post(`/labels/${before.id}/merge`, { revision: before.revision, into: imported.id })
    t.match(merged.json(), { id: imported.id, revision: 1 }, 'the same name changes nothing in the other label')
    const sponges = await labelNamed('Sponges')
    const gravel = await addLabel('Gravel')
    t.equal((await owner.post(`/labels/${gravel.id}/merge`, { revision: 1, into: sponges.id })).statusCode, 200)
    const result = await undone(importId ?? '')
    t.same(
      result?.kept.map(({ name, reason }) => `${name}: ${reason}`).sort(),
      ['Animals: above', 'Corals: above', 'Lophelia: merged', 'Sponges: merged'],
      'it is the only one of the two that is left'
    )
    t.same(await shown(), ['Animals', '  Corals', '    Lophelia', '  Sponges', 'Old place'])
  })

  t.test('changed labels get their former state, unless they were changed since', async t => {
    const { addLabel, bring, labelNamed, owner, tree: shown, undone } = await scene(t)
    const animals = await addLabel('Animals')
    await addLabel('Corals')
    const id = await bring(`${tree.trimEnd()}\n6,4,Hexactinellida,\n`)
    t.same((await shown()).length, 6)
    t.match((await labelNamed('Corals')).synonyms, ['Anthozoa'])
    t.match(await undone(id), { removedCount: 4, restoredCount: 1, keptCount: 0 })
    t.same(await shown(), ['Animals', 'Corals'])
    const corals = await labelNamed('Corals')
    t.same([corals.synonyms, corals.parentId], [[], null])
    t.match((await owner.get(`/labels/${corals.id}/history`)).json().versions[0], { kind: 'undo' })

    const again = await bring(`id,parent_id,name,synonyms\n1,,Corals,Anthozoa\n`)
    const changed = await labelNamed('Corals')
    await owner.patch(`/labels/${changed.id}`, { revision: changed.revision, definition: 'hard and soft' })
    t.match(await undone(again), { removedCount: 0, restoredCount: 0, kept: [{ name: 'Corals', reason: 'changed' }] })
    t.match(await labelNamed('Corals'), { synonyms: ['Anthozoa'], definition: 'hard and soft' })
    t.equal((await labelNamed('Animals')).id, animals.id)
  })

  t.test('a moved label returns, unless its former place is gone', async t => {
    const { addLabel, bring, labelNamed, owner, project, undone } = await scene(t)
    const old = await addLabel('Old place')
    const list = 'id,parent_id,name,AphiaID\n1,,Gadidae,125469\n2,1,Gadus,125732\n'
    const ofWorms = { scientificNameID: 'urn:lsid:marinespecies.org:taxname:125732' }
    const gadus = (await owner.post(`/projects/${project.id}/labels`, { name: 'Gadus', parentId: old.id, ...ofWorms })).json()
    const moved = await bring(list)
    t.not((await labelNamed('Gadus')).parentId, old.id, 'the list moves the label')
    t.match(await undone(moved), { removedCount: 1, restoredCount: 1, keptCount: 0 })
    t.match(await labelNamed('Gadus'), { id: gadus.id, parentId: old.id })

    const again = await bring(list)
    t.equal((await owner.delete(`/labels/${old.id}`)).statusCode, 204)
    t.match((await undone(again))?.kept, [
      { name: 'Gadus', reason: 'changed' },
      { name: 'Gadidae', reason: 'above' }
    ])
  })

  t.test('viewers see the imports, and editors undo them; a blind member sees no labels that stayed and undoes nothing', async t => {
    const { bring, undo, undone, owner, project, signUp } = await scene(t)
    const [vi, bo, cy] = [await signUp('vi@lab.example'), await signUp('bo@lab.example'), await signUp('cy@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: vi.email, role: 'viewer' })
    for (const { email } of [bo, cy]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
    const id = await bring(tree)
    t.equal((await vi.get(`/catalog-imports/${id}`)).statusCode, 200)
    t.match((await undo(id, vi)).json(), { status: 403, code: 'ROLE_NEEDED' })
    const now = Date.now()
    const times = { startsAt: new Date(now - 1000).toISOString(), endsAt: new Date(now + 3_600_000).toISOString() }
    const round = { ...annotationSessionsApi.create.example, ...times, memberIds: [bo.id, cy.id] }
    t.equal((await owner.post(`/projects/${project.id}/annotation-sessions`, round)).statusCode, 201)
    t.match((await undo(id, bo)).json(), { code: 'WORKING_BLIND' })
    await owner.post(`/projects/${project.id}/labels`, {
      name: 'Reef',
      parentId: (await owner.get(`/catalog-imports/${id}`)).json().labelIds[0]
    })
    t.match(await undone(id), { keptCount: 1 })
    t.match((await bo.get(`/catalog-imports/${id}`)).json().undone, { removedCount: 0, keptCount: 0, kept: [] })
    t.match((await vi.get(`/projects/${project.id}/labels/imports`)).json().items, [{ id, undone: { keptCount: 1 } }])
  })

  t.test('an import of thousands of labels is undone', async t => {
    const { bring, undone, outline } = await scene(t)
    const rows = Array.from({ length: 3_000 }, (_, at) => `${at + 1},${at === 0 ? '' : Math.floor((at - 1) / 3) + 1},Label ${at}`)
    const id = await bring(`id,parent_id,name\n${rows.join('\n')}\n`)
    t.match(await undone(id), { removedCount: 3_000, keptCount: 0 })
    t.same(await outline(), [])
  })
})

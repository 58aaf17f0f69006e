import t from 'tap'
import { freeColours } from '../../../../server/backend/taxonomy/colours.ts'
import { colourCount } from '../../../../shared/taxonomy/colour-count.ts'
import { forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { inMs } from '../../../support/blind-session.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

t.test('the least used colour is chosen, the first one of several', async t => {
  t.same(freeColours([], 3), [0, 1, 2])
  t.same(freeColours([0, 2], 3), [1, 3, 4])
  const all = Array.from({ length: colourCount }, (_, place) => place)
  t.same(freeColours(all, 2), [0, 1], 'they repeat when all are used')
  t.same(freeColours([...all, 0], 2), [1, 2])
})

const colours = async (person: Person, projectId: string): Promise<Record<string, number | undefined>> => {
  const { labels } = (await person.get(`/projects/${projectId}/labels/outline`)).json()
  return Object.fromEntries(labels.map((label: { name: string; paletteColour?: number }) => [label.name, label.paletteColour]))
}

await forEachDatabase(t, (t, database) => {
  t.test('a label gets its colour at its first use, and only a person changes it', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const { id: projectId } = await ada.makeProject()
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: ada.id, count: 1 })
    const add = async (name: string): Promise<string> => (await ada.post(`/projects/${projectId}/labels`, { name })).json().id
    const operate = (operation: object) =>
      ada.post(`/projects/${projectId}/annotations/operations`, { operations: [{ id: crypto.randomUUID(), ...operation }] })
    const use = async (labelId: string) => {
      const annotationId = crypto.randomUUID()
      await operate({ kind: 'create', annotationId, mediaId, shape: null, labelId })
      return annotationId
    }

    const [coral, sponge, star] = [await add('Coral'), await add('Sponge'), await add('Star')]
    t.same(await colours(ada, projectId), { Coral: undefined, Sponge: undefined, Star: undefined }, 'none before the first use')
    const first = await use(sponge)
    await use(coral)
    t.same(await colours(ada, projectId), { Sponge: 0, Coral: 1, Star: undefined })

    await add('Anemone')
    await add('Zoanthid')
    await operate({ kind: 'remove', annotationId: first, revision: 1 })
    await use(star)
    const kept = { Sponge: 0, Coral: 1, Star: 2, Anemone: undefined, Zoanthid: undefined }
    t.same(await colours(ada, projectId), kept, 'neither new labels nor removed annotations change one')

    t.equal((await ada.post(`/labels/${coral}/merge`, { revision: 1, into: sponge })).statusCode, 200)
    await use(await add('Brittle star'))
    const { 'Brittle star': freed, Sponge: merged } = await colours(ada, projectId)
    t.same({ freed, merged }, { freed: 1, merged: 0 }, 'the colour of a deleted label is available again')

    const relabelled = await use(star)
    const { id: urchin } = (await ada.post(`/projects/${projectId}/labels`, { name: 'Urchin', colour: '#cc5500' })).json()
    await operate({ kind: 'revise', annotationId: relabelled, revision: 1, labelId: urchin })
    const { labels } = (await ada.get(`/projects/${projectId}/labels/outline`)).json()
    const { colour, paletteColour } = labels.find((label: { name: string }) => label.name === 'Urchin')
    t.same({ colour, paletteColour }, { colour: '#cc5500', paletteColour: 3 }, 'a chosen colour is returned beside the automatic one')
  })

  t.test('a blind member cannot infer from colours the order in which others used labels', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const [ada, bea, cy] = [await signUp('ada@lab.example'), await signUp('bea@lab.example'), await signUp('cy@lab.example')]
    const { id: projectId } = await ada.makeProject()
    for (const { email } of [bea, cy]) await ada.post(`/projects/${projectId}/members`, { email, role: 'editor' })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: ada.id, count: 1 })
    const ids: Record<string, string> = {}
    for (const name of ['Coral', 'Sponge', 'Star']) ids[name] = (await ada.post(`/projects/${projectId}/labels`, { name })).json().id
    const use = (person: Person, name: string) =>
      person.post(`/projects/${projectId}/annotations/operations`, {
        operations: [
          { id: crypto.randomUUID(), kind: 'create', annotationId: crypto.randomUUID(), mediaId, shape: null, labelId: ids[name] }
        ]
      })
    await use(ada, 'Star')
    const session = { name: 'Blind', startsAt: inMs(-1), endsAt: inMs(3_600_000), memberIds: [bea.id, cy.id], images: { kind: 'all' } }
    t.equal((await ada.post(`/projects/${projectId}/annotation-sessions`, session)).statusCode, 201)
    await use(bea, 'Coral')
    t.same(await colours(cy, projectId), { Star: 0, Coral: undefined, Sponge: undefined }, 'others’ labels stay neutral')
    await use(cy, 'Sponge')
    t.same(await colours(cy, projectId), { Star: 0, Coral: undefined, Sponge: 1 }, 'own labels are numbered without them')
    t.same(await colours(bea, projectId), { Star: 0, Coral: 1, Sponge: undefined })
    t.same(await colours(ada, projectId), { Star: 0, Coral: 1, Sponge: 2 }, 'the owner has the colours of the project')
  })
})

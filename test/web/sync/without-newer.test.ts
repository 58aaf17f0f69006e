import t from 'tap'
import { withoutNewer } from '../../../web/sync/without-newer.ts'

t.test('a field that nobody changed since may be replaced, and others are left', async t => {
  const change = { name: 'Reef', notes: 'old' }
  t.equal(withoutNewer({ name: 'Reef 2', notes: 'new' }, change, { name: 'Reef 2', notes: 'new' }), change)
  t.same(withoutNewer({ name: 'Reef 3', notes: 'new' }, change, { name: 'Reef 2', notes: 'new' }), { notes: 'old' })
  t.equal(withoutNewer({ name: 'Reef 3', notes: 'newer' }, change, { name: 'Reef 2', notes: 'new' }), null)
})

t.test('a text is compared as the server stores it', async t => {
  const change = { name: 'Reef', notes: 'old', depth: 3 }
  t.equal(withoutNewer({ name: 'Reef 2', notes: null, depth: 0 }, change, { name: ' Reef 2 ', notes: '', depth: 0 }), change)
  t.same(withoutNewer({ name: 'Reef 2', notes: null, depth: null }, change, { name: 'Reef 2', notes: ' ', depth: 0 }), {
    name: 'Reef',
    notes: 'old'
  })
})

t.test('fields of one fact are written together or not at all', async t => {
  const [now, set] = [
    { latitude: 1, longitude: 5 },
    { latitude: 1, longitude: 2 }
  ]
  t.equal(withoutNewer(now, { latitude: 0, longitude: 0 }, set, [['latitude', 'longitude']]), null)
})

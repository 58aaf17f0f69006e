import t from 'tap'
import { sortFiles } from '../../../../../web/features/media/upload/collect-files.ts'

t.test('photographs, tables and what is neither are told apart by name', t => {
  const names = ['a.JPG', 'b.tiff', 'c.webp', 'nav.csv', 'nav.tsv', 'clip.mov', '.DS_Store', 'Thumbs.db', 'no-extension']
  const { photographs, tables, others } = sortFiles(names.map(name => new File(['x'], name)))
  const of = (files: File[]) => files.map(file => file.name)
  t.same(of(photographs), ['a.JPG', 'b.tiff', 'c.webp'])
  t.same(of(tables), ['nav.csv', 'nav.tsv'])
  t.same(of(others), ['clip.mov', 'no-extension'])
  t.end()
})

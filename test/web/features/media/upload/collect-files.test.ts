import t from 'tap'
import { droppedFiles, sortFiles } from '../../../../../web/features/media/upload/collect-files.ts'

const of = (files: readonly File[]) => files.map(file => file.name)

t.test('images, tables and other files are distinguished by name', t => {
  const names = ['a.JPG', 'b.tiff', 'c.webp', 'nav.csv', 'nav.tsv', 'clip.mov', '.DS_Store', 'Thumbs.db', 'no-extension']
  const { images, tables, others } = sortFiles(names.map(name => new File(['x'], name)))
  t.same(of(images), ['a.JPG', 'b.tiff', 'c.webp'])
  t.same(of(tables), ['nav.csv', 'nav.tsv'])
  t.same(of(others), ['clip.mov', 'no-extension'])
  t.end()
})

/** Entry of a dropped file or folder, as a browser describes it. Source: File and Directory Entries API. */
interface Entry {
  name: string
  isFile: boolean
  fullPath: string
}

const file = (fullPath: string): Entry => {
  const name = fullPath.split('/').at(-1)!
  return Object.assign({ name, isFile: true, fullPath }, { file: (take: (file: File) => void) => take(new File(['x'], name)) })
}

const locked = (fullPath: string): Entry => ({
  ...file(fullPath),
  ...{ file: (_take: unknown, refuse: (error: Error) => void) => refuse(new DOMException('no permission', 'NotReadableError')) }
})

/** A folder that returns its entries in batches, like Chromium, and then an empty batch. */
const folder = (fullPath: string, children: Entry[], pieceSize = 100): Entry => {
  function createReader() {
    let read = 0
    return {
      readEntries(take: (piece: Entry[]) => void) {
        const piece = children.slice(read, read + pieceSize)
        read += piece.length
        take(piece)
      }
    }
  }
  return Object.assign({ name: fullPath.split('/').at(-1)!, isFile: false, fullPath }, { createReader })
}

/** Data of a drop event with these entries. */
const transferOf = (...entries: (Entry | File)[]) =>
  ({
    items: entries.map(entry => ({
      kind: 'file',
      webkitGetAsEntry: () => (entry instanceof File ? null : entry),
      getAsFile: () => (entry instanceof File ? entry : null)
    }))
  }) as unknown as DataTransfer

t.test('a dropped folder is read completely, with its subfolders', async t => {
  const many = Array.from({ length: 250 }, (_, at) => file(`/dive/IMG_${at}.JPG`))
  const { files, unreadable } = await droppedFiles(
    transferOf(folder('/dive', [...many, folder('/dive/port', [file('/dive/port/left.jpg')]), folder('/dive/empty', [])]), file('/nav.csv'))
  )
  t.same(of(files), [...many.map(({ name }) => name), 'left.jpg', 'nav.csv'])
  t.same(unreadable, [])
})

t.test('unreadable entries are named, and the rest is added', async t => {
  const shut: Entry = Object.assign(
    { name: 'shut', isFile: false, fullPath: '/dive/shut' },
    {
      createReader: () => ({ readEntries: (_take: unknown, refuse: (error: Error) => void) => refuse(new Error('no permission')) })
    }
  )
  const { files, unreadable } = await droppedFiles(
    transferOf(folder('/dive', [file('/dive/a.jpg'), locked('/dive/b.jpg'), shut, file('/dive/c.jpg')]))
  )
  t.same(of(files), ['a.jpg', 'c.jpg'])
  t.same(unreadable, ['/dive/b.jpg', '/dive/shut'])
})

t.test('files without an entry are added, and text is skipped', async t => {
  const transfer = transferOf(new File(['x'], 'pasted.png'))
  const items = [...transfer.items, { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null }]
  t.same(of((await droppedFiles({ items } as unknown as DataTransfer)).files), ['pasted.png'])
})

import { type ReactNode, useRef } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { ChevronDownIcon, ChevronUpIcon, DeleteIcon, EditIcon } from '../../ui/icons.tsx'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { list: words } = texts

interface OrderedListProps<Item> {
  label: string
  items: Item[]
  /** Returns the name of an item for the labels of its buttons. */
  nameOf: (item: Item) => string
  readOnly: boolean
  onChange: (items: Item[]) => void
  onEdit: (at: number) => void
  children: (item: Item) => ReactNode
}

/** Ordered list whose items can be moved, edited and removed. Focus follows a moved item. */
export function OrderedList<Item>({ label, items, nameOf, readOnly, onChange, onEdit, children }: OrderedListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)

  function move(at: number, by: 1 | -1) {
    const [item, other] = [items[at], items[at + by]]
    if (item === undefined || other === undefined) return
    onChange(items.with(at, other).with(at + by, item))
    requestAnimationFrame(() => {
      const buttons = list.current?.children[at + by]?.querySelectorAll<HTMLButtonElement>('button')
      const same = buttons?.[by === -1 ? 0 : 1]
      if (same?.disabled) buttons?.[by === -1 ? 1 : 0]?.focus()
      else same?.focus()
    })
  }

  return (
    <ol ref={list} className={styles.list} aria-label={label}>
      {items.map((item, at) => {
        const name = nameOf(item)
        return (
          <li key={at} className={styles.item}>
            <div className={styles.itemWords}>{children(item)}</div>
            {!readOnly && (
              <div className={styles.itemActions}>
                <IconButton size="small" label={words.up(name)} disabled={at === 0} onClick={() => move(at, -1)}>
                  <ChevronUpIcon />
                </IconButton>
                <IconButton size="small" label={words.down(name)} disabled={at === items.length - 1} onClick={() => move(at, 1)}>
                  <ChevronDownIcon />
                </IconButton>
                <IconButton size="small" label={words.edit(name)} onClick={() => onEdit(at)}>
                  <EditIcon />
                </IconButton>
                <IconButton size="small" label={words.remove(name)} onClick={() => onChange(items.toSpliced(at, 1))}>
                  <DeleteIcon />
                </IconButton>
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

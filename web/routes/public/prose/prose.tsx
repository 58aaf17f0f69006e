import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Block, Note } from './blocks.ts'
import { parseInline } from './inline.ts'
import styles from './prose.module.css'

export type ProseProps = {
  blocks: readonly Block[]
  notes?: readonly Note[]
  /** Figures by the names that figure blocks use. */
  figures?: Readonly<Record<string, () => ReactNode>>
}

/** Running text from data, in the serif typeface for long texts. */
export function Prose({ blocks, notes = [], figures = {} }: ProseProps) {
  const place = (key: string) => notes.findIndex(note => note.key === key) + 1
  return (
    <div className={styles.prose}>
      {blocks.map((block, index) => {
        const key = `${index}`
        switch (block.kind) {
          case 'heading':
            return (
              <h2 key={key} id={block.id}>
                {block.text}
              </h2>
            )
          case 'paragraph':
            return (
              <p key={key}>
                <Words text={block.text} place={place} />
              </p>
            )
          case 'aside':
            return (
              <aside key={key} className={styles.aside}>
                <p>
                  <Words text={block.text} place={place} />
                </p>
              </aside>
            )
          case 'list': {
            const List = block.ordered ? 'ol' : 'ul'
            return (
              <List key={key}>
                {block.items.map(item => (
                  <li key={item}>
                    <Words text={item} place={place} />
                  </li>
                ))}
              </List>
            )
          }
          case 'facts':
            return <Facts key={key} block={block} place={place} />
          case 'figure':
            return (
              <div key={key} className={styles.figure}>
                {figures[block.name]?.()}
              </div>
            )
          default:
            return null
        }
      })}
    </div>
  )
}

function Facts({ block, place }: { block: Extract<Block, { kind: 'facts' }>; place: (key: string) => number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.facts} aria-label={block.caption} tabIndex={0}>
      <table>
        <caption>{block.caption}</caption>
        <thead>
          <tr>
            {block.columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map(row => (
            <tr key={row[0]}>
              {row.map((cell, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell key={block.columns[index]} scope={index === 0 ? 'row' : undefined}>
                    <Words text={cell} place={place} />
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Text with its inline markup. */
export function Words({ text, place = () => 0 }: { text: string; place?: (noteKey: string) => number }) {
  return parseInline(text).map((part, index) => {
    const key = `${index}`
    switch (part.kind) {
      case 'emphasis':
        return <em key={key}>{part.text}</em>
      case 'strong':
        return <strong key={key}>{part.text}</strong>
      case 'code':
        return <code key={key}>{part.text}</code>
      case 'link':
        return part.href.startsWith('/') ? (
          <Link key={key} to={part.href}>
            {part.text}
          </Link>
        ) : (
          <a key={key} href={part.href}>
            {part.text}
          </a>
        )
      case 'note':
        return (
          <sup key={key} className={styles.note}>
            <a href={`#note-${part.key}`} id={`ref-${part.key}`} aria-label={`Note ${place(part.key)}`}>
              {place(part.key)}
            </a>
          </sup>
        )
      default:
        return part.text
    }
  })
}

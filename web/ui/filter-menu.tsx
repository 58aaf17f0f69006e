import type { ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Input, SearchField } from 'react-aria-components/SearchField'
import { classNames } from './class-names.ts'
import styles from './filter-menu.module.css'
import { SearchIcon } from './icons.tsx'
import popup from './popup.module.css'
import * as texts from './texts.ts'

export interface FilterEntry {
  id: string
  label: string
  /** Content to show; the label by default. */
  content?: ReactNode
  description?: string
  keys?: string
  icon?: ReactNode
  current?: boolean
}

export interface FilterSection {
  name: string
  entries: FilterEntry[]
}

interface FilterMenuProps {
  /** Accessible name of the field and the list. */
  label: string
  text: string
  onText: (text: string) => void
  sections: FilterSection[]
  onChoose: (id: string) => void
  /** Text to show while the entries are loading, or when there are none. */
  empty: string
  /** True to show the names of the sections. */
  named?: boolean
  large?: boolean
  foot?: ReactNode
}

/** A text field above a list. Typing filters the list, arrow keys move in it, and Enter chooses. The caller filters the entries. */
export function FilterMenu({ label, text, onText, sections, onChoose, empty, named = false, large = false, foot }: FilterMenuProps) {
  const filled = sections.filter(({ entries }) => entries.length > 0)
  return (
    <div className={classNames(styles.finder, large && styles.large)}>
      <Autocomplete inputValue={text} onInputChange={onText}>
        <SearchField aria-label={label} autoFocus className={styles.field!}>
          <SearchIcon aria-hidden />
          <Input placeholder={label} className={styles.input!} />
        </SearchField>
        {filled.length === 0 ? (
          <p className={styles.state} role="status">
            {empty}
          </p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          // biome-ignore lint/a11y/useSemanticElements: a group of results, not of fields
          <div className={styles.list} role="group" aria-label={texts.results} tabIndex={0}>
            <Menu aria-label={label} onAction={key => onChoose(String(key))}>
              {filled.map(({ name, entries }) => (
                <MenuSection key={name} aria-label={name}>
                  {named && <Header className={popup.heading}>{name}</Header>}
                  {entries.map(entry => (
                    <MenuItem key={entry.id} id={entry.id} textValue={entry.label} className={popup.item!}>
                      {entry.icon}
                      <span className={popup.text}>
                        {entry.content ?? entry.label}
                        {entry.description && <span className={popup.about}>{entry.description}</span>}
                      </span>
                      {entry.current ? (
                        <span className={popup.keys}>{texts.current}</span>
                      ) : (
                        entry.keys && <kbd className={popup.keys}>{entry.keys}</kbd>
                      )}
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </div>
        )}
      </Autocomplete>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}

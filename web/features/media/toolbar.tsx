import { useEffect, useEffectEvent, useState } from 'react'
import type { MediaSort } from '../../imagery/images.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { RetryIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { AddButtons } from './add-buttons.tsx'
import styles from './media-section.module.css'
import type { MediaFilter } from './queries.ts'
import { galleryTexts as texts } from './texts.ts'

const { toolbar: words } = texts

const sorts = (Object.keys(words.sorts) as MediaSort[]).map(value => ({ value, label: words.sorts[value] }))

interface ToolbarProps {
  filter: MediaFilter
  onFilter: (filter: MediaFilter) => void
  /** Number of images; null until it is known. */
  count: number | null
  /** Whether there are more images than `count`. */
  more: boolean
  /** Progress while many pages load: the number of loaded images, the total if known, and a function that stops loading. */
  reading: { read: number; of: number | undefined; stop: (() => void) | undefined } | null
  canEdit: boolean
  large: boolean
  onLarge: (large: boolean) => void
  onFiles: (files: File[]) => void
  onAttach: () => void
  changes: { waiting: boolean; show: () => void }
  busy: boolean
}

// Long: one bar of buttons.
export function Toolbar({
  filter,
  onFilter,
  count,
  more,
  reading,
  canEdit,
  large,
  onLarge,
  onFiles,
  onAttach,
  changes,
  busy
}: ToolbarProps) {
  const [search, setSearch] = useTypedSearch(filter.search, text => onFilter({ ...filter, search: text }))

  return (
    <>
      <div className={styles.head}>
        <h2 id="media-heading" className={styles.heading}>
          {texts.gallery.title}
          {count !== null && (
            <span className={styles.count} aria-live="polite">
              {formatNumber(count)}
              {more && '+'}
              {filter.search !== '' && texts.gallery.found}
            </span>
          )}
        </h2>
        {canEdit && <AddButtons onFiles={onFiles} onAttach={onAttach} />}
      </div>
      {(count !== 0 || filter.search !== '') && (
        <div className={styles.toolbar}>
          <SearchField
            label={words.search}
            className={styles.search}
            value={search}
            maxLength={200}
            onChange={event => setSearch(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Escape' && search !== '') setSearch('')
            }}
          />
          <BareSelect
            label={words.sort}
            className={styles.sort}
            options={sorts}
            value={filter.sort}
            onChange={event => onFilter({ ...filter, sort: event.target.value as MediaSort })}
          />
          <IconButton
            label={large ? words.smaller : words.larger}
            variant="secondary"
            aria-pressed={large}
            className={styles.wideOnly}
            onClick={() => onLarge(!large)}
          >
            {large ? <ZoomOutIcon aria-hidden /> : <ZoomInIcon aria-hidden />}
          </IconButton>
          {changes.waiting && (
            <Button size="small" variant="quiet" icon={<RetryIcon aria-hidden />} onClick={changes.show}>
              {words.showChanges}
            </Button>
          )}
          {reading && (
            <div className={styles.reading}>
              <ProgressBar
                label={reading.stop ? words.loadingAll : words.loadingMore}
                share={reading.of && reading.read / reading.of}
                value={words.loaded(reading.read, reading.of)}
              />
              {reading.stop && (
                <Button size="small" onClick={reading.stop}>
                  {words.stop}
                </Button>
              )}
            </div>
          )}
          {busy && !reading && <span className={styles.bar} aria-hidden />}
        </div>
      )}
    </>
  )
}

/** Shows typed text immediately, and searches shortly after the last keystroke. */
function useTypedSearch(search: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(search)
  const settled = useEffectEvent(onSettled)
  useEffect(() => setTyped(search), [search])
  useEffect(() => {
    if (typed === search) return
    const wait = setTimeout(() => settled(typed.trim()), 250)
    return () => clearTimeout(wait)
  }, [typed, search])
  return [typed, setTyped]
}

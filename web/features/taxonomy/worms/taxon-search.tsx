import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { taxonNamed } from '../../../ui/taxon-named.ts'
import { SearchField } from '../../../ui/text-field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { shortestName, wormsTaxa } from './queries.ts'
import { texts } from './texts.tsx'
import styles from './worms.module.css'
import { WormsFailure } from './worms-failure.tsx'

const { search: words } = texts

interface TaxonSearchProps {
  text: string
  onText: (text: string) => void
  /** AphiaIDs of the taxa that are in the catalog. */
  known: ReadonlySet<number>
  /** Text shown when WoRMS cannot be reached. It confirms that nothing was changed, and names an alternative. */
  safe: string
  onChoose: (taxon: WormsTaxon) => void
}

/** Delay after the last keystroke in milliseconds, so that a search is not sent to WoRMS for every keystroke. */
const settleMs = 400

/** Search for a WoRMS taxon by the beginning of its scientific name. */
export function TaxonSearch({ text, onText, known, safe, onChoose }: TaxonSearchProps) {
  const name = useSettled(text.trim(), settleMs)
  const found = useQuery(wormsTaxa(name))
  const taxa = found.data
  const isNearly = taxa?.every(({ matchType }) => matchType !== 'like' && matchType !== 'exact')

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only reach elements that Tab reaches too
    <div className={styles.search} onKeyDown={walk}>
      <SearchField
        label={words.label}
        value={text}
        onChange={event => onText(event.target.value)}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
      <div className={styles.answer} aria-live="polite" aria-busy={found.isFetching}>
        {found.isFetching && !found.error && <ProgressBar label={words.searching(name)} />}
        {found.error && <WormsFailure error={found.error} safe={safe} retrying={found.isFetching} onRetry={() => void found.refetch()} />}
        {name.length < shortestName && <p className={styles.hint}>{words.onlyScientific}</p>}
        {taxa?.length === 0 && <p className={styles.hint}>{words.none(name)}</p>}
        {taxa && taxa.length > 0 && (
          <>
            {isNearly && <p className={styles.hint}>{words.similar(name)}</p>}
            <ul className={styles.taxa}>
              {taxa.map(taxon => (
                <li key={taxon.aphiaId}>
                  <button type="button" className={styles.taxon} onClick={() => onChoose(taxon)}>
                    <TaxonWords taxon={taxon} isKnown={known.has(taxon.aphiaId)} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

function TaxonWords({ taxon, isKnown }: { taxon: WormsTaxon; isKnown: boolean }) {
  const { aphiaId, scientificName, scientificNameAuthorship, taxonRank, taxonomicStatus, acceptedAphiaId, acceptedName, extinct } = taxon
  const facts = [taxonRank, taxonomicStatus, extinct && words.extinct, texts.aphiaId(aphiaId), isKnown && words.inCatalog]
  return (
    <>
      <span>
        <VisuallyHidden>{words.choose}</VisuallyHidden>
        <b>
          <TaxonName label={taxonNamed(scientificName, taxonRank)} />
        </b>{' '}
        {scientificNameAuthorship}
      </span>
      <span className={styles.above}>{taxon.higherTaxa.join(' › ')}</span>
      <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {acceptedName !== null && acceptedAphiaId !== aphiaId && (
        <span className={styles.accepted}>
          {words.accepted(<TaxonName label={taxonNamed(acceptedName, taxonRank)} />)} {taxon.acceptedAuthorship}
        </span>
      )}
    </>
  )
}

/** Moves the focus up and down between the field and the results. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  const next = places[places.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Debounces a value. An empty value is returned without delay. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { Berth, CareerStage, Deadline, Opportunity } from '../../../shared/contracts/opportunities.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDays } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Facts, Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Actions } from './actions.tsx'
import { berthNames } from './berth-names.ts'
import { Body } from './body.tsx'
import { countryName } from './countries.ts'
import { closingWords, dayWords, statedWords } from './deadline-words.ts'
import { FitPanel } from './fit-panel.tsx'
import { History } from './history.tsx'
import { ModerationPanel } from './moderation-panel.tsx'
import styles from './page.module.css'
import { opportunity as opportunityQuery } from './queries.ts'
import { SavedPanel } from './saved-panel.tsx'
import { SimilarCalls } from './similar-calls.tsx'
import { berthFacts, careerStages, kinds, texts } from './texts.ts'

const { page: words } = texts

/** Page of an opportunity with all its facts. */
export function OpportunityPage({ opportunityId }: { opportunityId: string }) {
  const found = useQuery(opportunityQuery(opportunityId))
  return (
    <Loaded
      query={found}
      failed={words.failed}
      skeleton={
        <Page title={words.loading}>
          <SkeletonRows rows={8} label={words.loading} />
        </Page>
      }
    >
      {opportunity =>
        opportunity.id === opportunityId ? (
          <Open opportunity={opportunity} />
        ) : (
          <Navigate replace to={`/opportunities/${opportunity.id}`} state={{ isFromMerged: true }} />
        )
      }
    </Loaded>
  )
}

// Long: the sections of one page in order.
function Open({ opportunity }: { opportunity: Opportunity }) {
  const { kind, title, state, isOpen, organization, summary, body, howToApply, url, berth, moderation } = opportunity
  const isFromMerged = (useLocation().state as { isFromMerged?: boolean } | null)?.isFromMerged
  const host = url && URL.canParse(url) ? new URL(url).host : null
  return (
    <Page
      title={title}
      description={
        <span className={styles.badges}>
          <Badge tone="primary">{kinds[kind]}</Badge>
          {state !== 'published' && <Badge tone="warn">{words.states[state]}</Badge>}
          {state === 'published' && !isOpen && <Badge>{words.closed}</Badge>}
          <span>{organization}</span>
        </span>
      }
      actions={<Actions opportunity={opportunity} />}
    >
      {isFromMerged && <Note>{texts.merge.arrived}</Note>}
      {moderation && <Note>{words.refusedAbout(moderation.reason)}</Note>}
      <div className={styles.columns}>
        <div className={styles.main}>
          {summary && <p className={styles.lead}>{summary}</p>}
          {berth && (
            <Section title={words.berth}>
              <Voyage berth={berth} />
              <StatedFacts facts={berthNames.filter(isInFacts).map(name => ({ name: berthFacts[name], value: berth[name] }))} />
            </Section>
          )}
          {body && (
            <Section title={words.about}>
              <Body text={body} />
            </Section>
          )}
          {howToApply && (
            <Section title={words.apply}>
              <p className={styles.text}>{howToApply}</p>
            </Section>
          )}
          <Section title={words.facts}>
            <StatedFacts facts={factsOf(opportunity)} />
          </Section>
          <SimilarCalls opportunity={opportunity} />
          <History opportunity={opportunity} />
          <p>
            <Link to="/opportunities">{words.back}</Link>
          </p>
        </div>
        <aside className={styles.aside} aria-label={words.deadlines}>
          <Section title={words.deadlines}>
            <p className={styles.closing}>{closingWords(opportunity)}</p>
            <Deadlines deadlines={opportunity.deadlines} />
            {opportunity.isRolling && opportunity.deadlines.length > 0 && <p className={styles.quiet}>{texts.deadline.rollingAbout}</p>}
            {url && host && (
              <a href={url} rel="noreferrer nofollow" target="_blank">
                {words.open(host)}
              </a>
            )}
          </Section>
          <SavedPanel opportunity={opportunity} />
          <FitPanel opportunity={opportunity} />
          {opportunity.mayModerate && state !== 'draft' && <ModerationPanel opportunity={opportunity} />}
        </aside>
      </div>
    </Page>
  )
}

function Deadlines({ deadlines, now = Date.now() }: { deadlines: Deadline[]; now?: number }) {
  if (deadlines.length === 0) return null
  return (
    <ul className={styles.deadlines}>
      {deadlines.map(deadline => (
        <li key={`${deadline.earliest} ${deadline.label}`} className={Date.parse(deadline.latest) <= now ? styles.over : undefined}>
          {deadline.label && <b>{deadline.label}</b>}
          <span>{statedWords(deadline)}</span>
          {deadline.remark && <span className={styles.quiet}>{deadline.remark}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Facts that are already shown in the diagram of the voyage. */
const inVoyage: readonly (keyof Berth)[] = ['embarkPort', 'embarkOn', 'disembarkPort', 'disembarkOn', 'days']
const isInFacts = (name: keyof Berth) => !inVoyage.includes(name)

/** Diagram of a voyage from port to port, with the ship and the days at sea in between. */
function Voyage({ berth }: { berth: Berth }) {
  const { ship, embarkPort, embarkOn, disembarkPort, disembarkOn, days } = berth
  const port = (label: string, name: string | null, day: string | null) => (
    <div className={styles.port}>
      <span className={styles.quiet}>{label}</span>
      {name ? <b>{name}</b> : stated(null)}
      <span>{day ? dayWords(day) : stated(null)}</span>
    </div>
  )
  return (
    <div className={styles.voyage}>
      {port(words.embark, embarkPort, embarkOn)}
      <div className={styles.passage}>{[ship, days && words.days(days)].filter(Boolean).join(' · ')}</div>
      {port(words.disembark, disembarkPort, disembarkOn)}
    </div>
  )
}

const stated = (value: ReactNode) => value || <span className={styles.quiet}>{texts.notStated}</span>

interface StatedFactsProps {
  facts: { name: string; value: ReactNode | undefined }[]
}

/** Facts with a value, followed by a line with the names of the facts that the call does not state. */
function StatedFacts({ facts }: StatedFactsProps) {
  const isStated = ({ value }: { value: ReactNode | undefined }) => value !== null && value !== undefined && value !== ''
  const missing = facts.filter(fact => !isStated(fact))
  return (
    <div className={styles.parts}>
      <Facts facts={facts.filter(isStated)} />
      {missing.length > 0 && <p className={styles.quiet}>{words.missing(missing.map(({ name }) => name.toLowerCase()).join(', '))}</p>}
    </div>
  )
}

/** Links to the other opportunities with the same value of a filter. */
const filterLinks = (filter: 'region' | 'taxon' | 'career', values: readonly string[], nameOf = (value: string) => value) =>
  values.length === 0 ? null : (
    <span className={styles.chips}>
      {values.map(value => (
        <Link key={value} to={`/opportunities?${filter}=${encodeURIComponent(value)}`}>
          {nameOf(value)}
        </Link>
      ))}
    </span>
  )

const sourceLinks = (sources: readonly string[]) =>
  sources.length === 0 ? null : (
    <span className={styles.chips}>
      {sources
        .filter(source => URL.canParse(source))
        .map(source => (
          <a key={source} href={source} rel="noreferrer nofollow" target="_blank">
            {new URL(source).host}
          </a>
        ))}
    </span>
  )

function factsOf(opportunity: Opportunity): StatedFactsProps['facts'] {
  const { organization, place, isRemote, careerStages: careers, eligibility, amount, covers, notCovered, contact, isPublic } = opportunity
  return [
    { name: words.organization, value: organization },
    { name: words.place, value: [place, isRemote && words.remote].filter(Boolean).join(', ') },
    { name: words.dates, value: formatDays(opportunity.startsOn, opportunity.endsOn) },
    { name: words.regions, value: filterLinks('region', opportunity.regions) },
    { name: words.taxa, value: filterLinks('taxon', opportunity.taxa) },
    { name: words.methods, value: opportunity.methods.join(', ') },
    { name: words.careers, value: filterLinks('career', careers, stage => careerStages[stage as CareerStage]) },
    { name: words.countries, value: opportunity.countries.map(countryName).join(', ') },
    { name: words.eligibility, value: eligibility },
    { name: words.amount, value: amount },
    { name: words.covers, value: covers },
    { name: words.notCovered, value: notCovered },
    { name: words.languages, value: opportunity.languages.join(', ') },
    { name: words.tags, value: opportunity.tags.join(', ') },
    { name: words.contact, value: contact },
    { name: words.postedBy, value: opportunity.postedBy ?? words.posters[opportunity.poster] },
    { name: words.sources, value: sourceLinks(opportunity.sources) },
    { name: words.isPublic, value: isPublic ? words.readers.all : words.readers.members }
  ]
}

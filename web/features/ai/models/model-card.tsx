import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { AiReport, ModelCard as Card, ModelClass } from '../../../../shared/contracts/ai-models.ts'
import type { Interval } from '../../../../shared/contracts/interval.ts'
import { fewTests } from '../../../../shared/few-tests.ts'
import { saveBlob } from '../../../api/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber, formatPercent } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { Facts, Page, Section } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import styles from '../ai.module.css'
import { ModelAudits } from '../audit/model-audits.tsx'
import { modelWith } from '../queries.ts'
import { texts } from '../texts.ts'
import { dictionaryWords, intervalWords, reportWords } from '../words.ts'
import { Matrix } from './matrix.tsx'
import { Promotion } from './promotion.tsx'
import { Reliability } from './reliability.tsx'
import { TestedSites } from './tested-sites.tsx'

const { card: words } = texts

/** Model card of a version: its labels, its test results, and everything needed to reproduce it. */
export function ModelCard({ projectId, modelVersionId, mayEdit }: { projectId: string; modelVersionId: string; mayEdit: boolean }) {
  const model = useQuery(modelWith(modelVersionId))
  return (
    <Loaded
      query={model}
      failed={words.failed}
      skeleton={
        <Page title={texts.models.title}>
          <SkeletonRows rows={8} label={words.loading} />
        </Page>
      }
    >
      {card => (
        <Page
          title={words.title(card.number)}
          description={texts.methods[card.method]}
          actions={<Button onClick={() => save(card)}>{words.saveCard}</Button>}
        >
          <Promotion card={card} mayEdit={mayEdit} />
          {card.report ? <Report projectId={projectId} card={card} report={card.report} /> : <Note>{words.noTest}</Note>}
          <ModelAudits projectId={projectId} audits={card.audits} />
          {card.notLearnt.length > 0 && (
            <Section title={words.notLearnt} description={words.notLearntAbout}>
              <p>{card.notLearnt.map(({ name, labelCount }) => `${name} (${formatNumber(labelCount, 0)})`).join(', ')}</p>
            </Section>
          )}
          <Section title={words.about}>
            <Facts
              facts={[
                { name: words.method, value: texts.methods[card.method] },
                { name: words.features, value: card.featureSet },
                ...(card.embeddingModel ? [{ name: words.embeddingModel, value: embeddingLink(projectId, card.embeddingModel) }] : []),
                { name: words.learntFrom, value: `${words.counts(card.counts)}, ${words.groups(card.groupCount, card.unit)}` },
                { name: texts.models.learnt, value: <Timestamp time={card.createdAt} alone /> },
                { name: words.seed, value: String(card.seed) },
                { name: words.weights, value: words.weightsOf[card.weights] },
                { name: words.dictionary, value: dictionaryWords(card.dictionary) },
                ...(card.dictionary?.sha256
                  ? [{ name: words.dictionaryHash, value: <code className={styles.hash}>{card.dictionary.sha256}</code> }]
                  : []),
                { name: words.hash, value: <code className={styles.hash}>{card.sha256}</code> },
                { name: words.snapshot, value: <code className={styles.hash}>{card.snapshotSha256}</code> },
                { name: words.program, value: card.appVersion }
              ]}
            />
          </Section>
        </Page>
      )}
    </Loaded>
  )
}

const embeddingLink = (projectId: string, { id, name, version }: NonNullable<Card['embeddingModel']>) => (
  <Link to={projectPath(projectId, `ai/models/uploaded/${id}`)}>{`${name} ${version}`}</Link>
)

function save(card: Card) {
  saveBlob(new Blob([JSON.stringify(card, null, 2)], { type: 'application/json' }), `model-card-${card.number}.json`)
}

// Long: the sections of one test report, from top to bottom.
function Report({ projectId, card, report }: { projectId: string; card: Card; report: AiReport }) {
  const { macroF1, kappa, calibrationError: error, leak } = report
  const number = (value: number) => formatNumber(value, 3)
  return (
    <>
      <Section title={words.test} description={words.testAbout(report.count, report.groupCount, card.unit)}>
        {card.unit === 'image' && <Note>{words.sameSites}</Note>}
        {report.unlearntCount > 0 && <Note>{words.unlearnt(report.unlearntCount)}</Note>}
        <Facts
          facts={[
            { name: words.accuracy, value: reportWords(report) },
            ...(report.count < fewTests
              ? []
              : [
                  { name: words.macroF1, value: intervalWords(macroF1) },
                  { name: words.kappa, value: kappaWords(kappa) },
                  {
                    name: words.calibration,
                    value: words.calibrated(number(error.before), error.after === null ? null : number(error.after))
                  },
                  { name: words.leak, value: words.leakWords(formatPercent(leak.byPoint), formatPercent(leak.byGroup)) },
                  {
                    name: words.methods,
                    value: report.methods.map(({ method, accuracy }) => `${texts.methods[method]}: ${formatPercent(accuracy)}`).join(' · ')
                  }
                ])
          ]}
        />
      </Section>
      <Section title={words.perLabel} description={words.fewAbout}>
        <Table label={words.perLabel} columns={classColumns} rows={rowsOf(card, report)} rowKey={({ labelId }) => labelId} />
      </Section>
      <Section title={words.matrix} description={card.testedItems > 0 ? words.matrixAbout : words.matrixOld}>
        <Matrix projectId={projectId} card={card} matrix={report.matrix} />
      </Section>
      {card.reliability && card.sites ? (
        <>
          <Reliability tested={card.reliability} />
          <TestedSites sites={card.sites} unit={card.unit} />
        </>
      ) : (
        <Section title={texts.reliability.title}>
          <Note>{texts.reliability.notStored}</Note>
        </Section>
      )}
      <Section title={words.byThreshold}>
        <Table
          label={words.byThreshold}
          columns={curveColumns(report.count)}
          rows={report.curve.filter((_, step) => step % 2 === 0)}
          rowKey={({ threshold }) => String(threshold)}
        />
      </Section>
    </>
  )
}

const kappaWords = ({ value, low, high }: Interval): string =>
  low === null || high === null ? formatNumber(value) : `${formatNumber(value)} (${formatNumber(low)}–${formatNumber(high)})`

type ClassRow = ModelClass & AiReport['classes'][number]

const rowsOf = ({ classes }: Card, report: AiReport): ClassRow[] =>
  classes.flatMap((each, place) => {
    const tested = report.classes[place]
    return tested ? [{ ...each, ...tested }] : []
  })

const figure = (interval: Interval | null, hits: number, of: number) =>
  of < fewTests || interval === null ? words.countOf(hits, of) : intervalWords(interval)

const classColumns: Column<ClassRow>[] = [
  { id: 'label', header: words.label, cell: ({ name }) => name },
  { id: 'examples', header: words.examples, cell: ({ labelCount }) => formatNumber(labelCount, 0), number: true, stackedLabel: true },
  { id: 'tested', header: words.tested, cell: ({ support }) => formatNumber(support, 0), number: true, stackedLabel: true },
  {
    id: 'precision',
    header: words.precision,
    cell: row => figure(row.precision, row.hits, row.predicted),
    number: true,
    stackedLabel: true
  },
  { id: 'recall', header: words.recall, cell: row => figure(row.recall, row.hits, row.support), number: true, stackedLabel: true }
]

const curveColumns = (total: number): Column<AiReport['curve'][number]>[] => [
  { id: 'threshold', header: words.threshold, cell: ({ threshold }) => formatPercent(threshold) },
  { id: 'count', header: words.suggestions, cell: ({ count }) => words.countOf(count, total), number: true, stackedLabel: true },
  {
    id: 'accuracy',
    header: words.accuracy,
    cell: ({ count, hits }) => (count < fewTests ? words.countOf(hits, count) : formatPercent(hits / count)),
    number: true,
    stackedLabel: true
  }
]

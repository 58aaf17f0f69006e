import type { ComponentProps, ReactNode } from 'react'
import type { AnnotationVersion, Attributes } from '../../../../shared/contracts/annotations.ts'
import { titleOf } from '../../../annotation/attributes/words.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { VersionRow, VersionTable } from '../../../ui/version-table.tsx'
import { certaintyWords, reviewWords } from '../panels/annotation-words.ts'
import { deedWords } from '../panels/history-words.ts'
import { Outlines } from './outlines.tsx'
import { differs, namesIn, type Version } from './refusals.ts'
import { texts } from './texts.ts'

interface ComparisonProps {
  mine: Version
  /** Attribute values left out because the project no longer accepts them. */
  leftOut: Attributes
  madeAt: string
  /** Newest version on the server; null if the annotation was never created there. */
  there: AnnotationVersion | null
  /** Version before the newest one. */
  before: AnnotationVersion | undefined
  image: ImageCard | null
  labelIndex: LabelIndex
}

/** Two versions of an annotation side by side, with their differences marked. */
// Long: one region, from top to bottom.
export function Comparison({ mine, leftOut, madeAt, there, before, image, labelIndex }: ComparisonProps) {
  const row = (what: keyof Version, title: string, words: (version: Version) => ReactNode) => (
    <Row
      key={title}
      title={title}
      mine={words(mine)}
      there={there && words(there)}
      differs={there !== null && differs(what, mine, there)}
    />
  )
  const isMoved = there !== null && differs('shape', mine, there)
  return (
    <VersionTable
      mine={
        <>
          {texts.comparison.mine}
          <small>
            <Timestamp time={madeAt} alone />
          </small>
        </>
      }
      there={
        there && (
          <>
            {texts.comparison.there}
            <small>
              {there.by} {deedWords(there, before)}, <Timestamp time={there.at} alone />
            </small>
          </>
        )
      }
    >
      <Row
        title={texts.comparison.outline}
        mine={<Outlines image={image} shape={mine.shape} other={isMoved ? there.shape : undefined} name={texts.comparison.mine} />}
        there={
          there && <Outlines image={image} shape={there.shape} other={isMoved ? mine.shape : undefined} name={texts.comparison.there} />
        }
        differs={isMoved}
      />
      {there &&
        (there.removed || mine.removed) &&
        row('removed', texts.comparison.state, ({ removed }) => (removed ? texts.comparison.removed : texts.comparison.kept))}
      {row('labelId', texts.comparison.label, version => {
        const label = labelIndex.get(version.labelId)
        return label ? <TaxonName label={label} /> : (version === there && there.labelName) || texts.comparison.noLabel
      })}
      {row('confidence', texts.comparison.certainty, ({ confidence }) => certaintyWords(confidence))}
      {row('reviewState', texts.comparison.review, ({ reviewState }) => reviewWords[reviewState])}
      {namesIn(mine.attributes, there?.attributes ?? {}).map(name => (
        <Row
          key={name}
          title={titleOf(name)}
          mine={valueWords(mine.attributes[name])}
          there={there && valueWords(there.attributes[name])}
          differs={there !== null && mine.attributes[name] !== there.attributes[name]}
        />
      ))}
      {Object.entries(leftOut).map(([name, value]) => (
        <Row key={`left out ${name}`} title={titleOf(name)} mine={<s>{valueWords(value)}</s>} there={there && ''} differs={false} />
      ))}
    </VersionTable>
  )
}

const Row = (props: Omit<ComponentProps<typeof VersionRow>, 'differsWords'>) => (
  <VersionRow {...props} differsWords={texts.comparison.differs} />
)

const valueWords = (value: string | number | boolean | undefined): string =>
  value === undefined
    ? texts.comparison.notStated
    : typeof value === 'boolean'
      ? value
        ? texts.comparison.yes
        : texts.comparison.no
      : String(value)

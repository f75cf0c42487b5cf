/** How passages get their topic labels: by source, by what the first sentence says a thing is, and by words that make it unsure. */
import { builtInTopic } from '../../../ingest/index.ts'

export type Label = 'on' | 'off' | 'unsure'

export interface TopicRule {
  readonly name: string
  readonly positive: readonly string[]
  label(passage: { readonly set: string; readonly title: string; readonly abstract: string }): Label
}

const LIFE_WORDS =
  /\b(species|genus|genes?|genetic\w*|proteins?|virus(es)?|disease|disorder|enzyme|vaccin\w+|bacteri\w+|biolog\w+|botan\w+|zoolog\w+|physiolog\w+|biochem\w+|chemis\w+|chemical\w*|medicines?|medical|patients?|cancer|infect\w+|hormone\w*|molecul\w+|drugs?|neuro\w+|pharma\w+|syndrome|evolution\w*|psycholog\w+|psychiatr\w+|atom\w*|ions?|electron\w*|agricult\w+|health\w*|diagnos\w+|surg\w+|toxic\w*|mammals?|insects?|ecolog\w+|flora|fauna)\b/i
const VIRUS_WORDS = /vir(us|al|olog|ion)|cov\b|influenza|corona|mers|sars/i
const INFECTION_WORDS =
  /vir(us|al|olog|ion|emia)|hiv|influenza|infect|hepatitis|pathogen|epidemic|vaccin|microb|bacter|immun|transfect|phage|antibod|outbreak|respiratory|pneumonia|pandemic/i

const isEncyclopaedic = (set: string) => set === 'musique-train' || set === 'hotpotqa-train'

/** A topic of encyclopaedia passages: `kinds` are what the first sentence calls the thing, `words` make others unsure. */
function encyclopaedic(name: string, positive: readonly string[], kinds: string, words: string): TopicRule {
  const states = new RegExp(
    String.raw`\b(is|was|are|were|lies) (a|an|the|one|located) [^.;]{0,80}?\b(${kinds})\b`,
    'i',
  )
  const mentions = new RegExp(String.raw`\b(${words})\b`, 'i')
  return {
    name,
    positive,
    label({ set, title, abstract }) {
      if (!isEncyclopaedic(set)) return 'off'
      if (states.test(firstSentence(abstract))) return 'on'
      return mentions.test(`${title}. ${abstract}`) ? 'unsure' : 'off'
    },
  }
}

function firstSentence(text: string): string {
  return text.split(/(?<=[a-z)\]"])\. /)[0] ?? text
}

function biomedical({ set, title, abstract }: Parameters<TopicRule['label']>[0]): Label {
  if (!isEncyclopaedic(set)) return 'on'
  return LIFE_WORDS.test(`${title}. ${abstract}`) ? 'unsure' : 'off'
}

export const topicRules: readonly TopicRule[] = [
  { name: 'biochem', positive: builtInTopic('biochem')?.positive ?? [], label: biomedical },
  // A user's set of one keyword must work as well.
  { name: 'medicine', positive: ['medicine'], label: biomedical },
  {
    name: 'virology',
    positive: ['virology', 'viruses', 'viral infection', 'coronavirus', 'influenza', 'epidemics', 'vaccines'],
    label({ set, title, abstract }) {
      const text = `${title}. ${abstract}`
      if (set === 'covidqa') return VIRUS_WORDS.test(text) ? 'on' : 'unsure'
      if (set === 'scifact') return INFECTION_WORDS.test(text) ? 'unsure' : 'off'
      return LIFE_WORDS.test(text) ? 'unsure' : 'off'
    },
  },
  encyclopaedic(
    'film',
    ['film', 'cinema', 'film directors', 'actors', 'television series'],
    'film|movie|sitcom|television series|tv series|television show|soap opera|actor|actress|film director|filmmaker|screenwriter|television film|drama series|web series',
    'films?|movies?|television|tv|actors?|actress(es)?|cinema\\w*|sitcom|soap opera|screen\\w*|starring|starred|episodes?|broadcast\\w*|anime|directed|director|stage|theatre|theater|video|disney|series|character',
  ),
  encyclopaedic(
    'music',
    ['music', 'songs', 'albums', 'singers', 'rock bands'],
    'album|song|singer|band|musician|single by|record label|rapper|guitarist|singer-songwriter|composer|drummer|ep by|orchestra|concert tour',
    'album|songs?|music\\w*|singers?|bands?|record\\w*|rapper|guitar\\w*|composer|concerts?|opera|orchestra|tour|soundtrack|vocal\\w*|radio|lyrics|anthem|dance\\w*|choir|pop|jazz|hip hop',
  ),
  encyclopaedic(
    'sport',
    ['sports', 'football', 'basketball', 'athletes', 'sports teams'],
    'footballer|football|basketball|baseball|cricket\\w*|hockey|rugby|tennis|athlete|jumper|racing driver|olympic\\w*|wrestler|golfer|boxer|soccer|swimmer|cyclist|cup|championship|sports? club|tournament|football club',
    'football\\w*|basketball|baseball|cricket\\w*|hockey|rugby|tennis|athlet\\w+|sports?|olympic\\w*|league|coach\\w*|team|players?|championships?|cup|stadium|racing|wrestl\\w+|box(er|ing)|game|games|season|world record|golf\\w*|soccer|tournament|club|races?',
  ),
  encyclopaedic(
    'places',
    ['cities and towns', 'villages', 'counties', 'rivers and lakes', 'geography'],
    'city|town|village|municipality|county|river|lake|mountain|island|unincorporated community|census-designated place|tributary|township|district|province|commune|creek|waterfall|suburb|settlement|region|peninsula|valley|hamlet',
    'city|cities|towns?|villages?|municipal\\w*|county|counties|rivers?|lakes?|mountains?|islands?|community|tributary|township|districts?|provinces?|region\\w*|located|geograph\\w+|area|border\\w*|capital|km|miles|state|country|coast|airport|population|road|railway|station|park',
  ),
  encyclopaedic(
    'politics',
    ['politics', 'politicians', 'elections', 'political parties', 'government ministers'],
    'politician|political party|member of parliament|prime minister|senator|minister|diplomat|ambassador|governor|legislature|election|parliament|congressman|political activist|mayor|embassy|diplomatic mission',
    'politic\\w*|parliament\\w*|minister\\w*|senat\\w+|diplomat\\w*|ambassador|governor|legislat\\w+|elect\\w*|presiden\\w+|governments?|mayor|congress\\w*|party|treaty|constitution\\w*|law\\w*|king|queen|emperor|war|military|army|activist|republic\\w*|democra\\w+|communis\\w+|court|minist\\w+|state|union|policy|council|administrat\\w+|commission\\w*',
  ),
]

import type { Versions } from './versions';

/**
 * The locales that every tested Chromium knows, by language, with regions. They were found by testing, because the
 * documentation lists only some of them.
 */
const KNOWN =
  'af:NA,ZA am:ET ar:AE,BH,DJ,DZ,EG,EH,ER,IL,IQ,JO,KM,KW,LB,LY,MA,MR,OM,PS,QA,SA,SD,SO,SS,SY,TD,TN,YE az az_Cyrl:AZ bg:BG bn:BD,IN bs ' +
  'bs_Cyrl:BA ca:AD,ES,FR,IT cs:CZ da:DK,GL de:AT,BE,CH,DE,IT,LI,LU el:CY,GR ' +
  'en:AE,AG,AI,AS,AT,AU,BB,BE,BI,BM,BS,BW,BZ,CA,CC,CH,CK,CM,CX,CY,CZ,DE,DG,DK,DM,EE,ER,ES,FI,FJ,FK,FM,FR,GB,GD,GE,GG,GH,GI,GM,GS,GU,GY,HK,HU,ID,IE,IL,IM,IN,IO,IT,JE,JM,JP,KE,KI,KN,KY,LC,LR,LS,LT,LV,MG,MH,MO,MP,MS,MT,MU,MV,MW,MY,NA,NF,NG,NL,NO,NR,NU,NZ,PG,PH,PK,PL,PN,PR,PT,PW,RO,RW,SB,SC,SD,SE,SG,SH,SI,SK,SL,SS,SX,SZ,TC,TK,TO,TT,TV,TZ,UA,UG,UM,US,US_POSIX,VC,VG,VI,VU,WS,ZA,ZM,ZW ' +
  'es:419 et:EE fa:AF,IR fi:FI fil:PH ' +
  'fr:BE,BF,BI,BJ,BL,CA,CD,CF,CG,CH,CI,CM,DJ,DZ,FR,GA,GF,GN,GP,GQ,HT,KM,LU,MA,MC,MF,MG,ML,MQ,MR,MU,NC,NE,PF,PM,RE,RW,SC,SN,SY,TD,TG,TN,VU,WF,YT ' +
  'gu:IN he:IL hi:IN hi_Latn:IN hr:BA,HR hu:HU id:ID it:CH,IT,SM,VA ja:JP kk kk_Arab:CN kn:IN ko:CN,KP,KR kok kok_Latn:IN lt:LT lv:LV ml:IN ' +
  'mr:IN ms:BN,ID,MY,SG nb:NO,SJ nl:AW,BE,BQ,CW,NL,SR,SX nn:NO no pl:PL pt:AO,BR,CH,CV,GQ,GW,LU,MO,MZ,PT,ST,TL ro:MD,RO ru:BY,KG,KZ,MD,RU,UA sd ' +
  'sd_Deva:IN sk:SK sl:SI sr sr_Cyrl:BA,ME,RS,XK sr_Latn:BA,ME,RS,XK sv:AX,FI,SE sw:CD,KE,TZ,UG ta:IN,LK,MY,SG te:IN th:TH tr:CY,TR uk:UA ' +
  'ur:IN,PK uz uz_Cyrl:UZ vi:VN yo:BJ zh:CN,TW zh_Hans:HK,MO,MY zh_Hant:MY';

/** Locales that Chromium 156 knows and Chromium 150 does not. */
const FROM_156 =
  'ak:GH an as:IN ast:ES az_Latn:AZ be:BY bho:IN bm:ML br:FR bs_Latn:BA ceb:PH chr:US ckb:IQ,IR cy:GB doi:IN ee:GH,TG eo ' +
  'es:AR,BO,BR,BZ,CL,CO,CR,CU,DO,EA,EC,ES,GQ,GT,HN,IC,MX,NI,PA,PE,PH,PR,PY,SV,US,UY,VE eu:ES fo:DK,FO fy:NL ga:GB,IE gd:GB gl:ES ha:GH,NE,NG ' +
  'haw:US hy:AM ia ig:NG is:IS jv:ID ka:GE kk_Cyrl:KZ kk:KZ km:KH kok_Deva:IN ku:TR ku_Latn:IQ,SY,TR ky:KG lb:LU lg:UG ln:AO,CD,CF,CG lo:LA ' +
  'mai:IN mg:MG mi:NZ mk:MK mn:MN mni mni_Beng:IN mt:MT my:MM ne:IN,NP nso:ZA oc:ES,FR om:ET,KE or:IN pa pa_Arab:PK pa_Guru:IN ps:AF,PK ' +
  'qu:BO,EC,PE rm:CH rw:RW sa:IN sd_Arab:PK si:LK sn:ZW so:DJ,ET,KE,SO sq:AL,MK,XK st:LS,ZA su su_Latn:ID tg:TJ ti:ER,ET tk:TM tn:BW,ZA to:TO ' +
  'tt:RU ug:CN uz_Arab:AF uz_Latn:UZ wa wo:SN xh:ZA yi:UA yo:NG zh_Hans:CN,SG zh_Hant:HK,MO,TW zu:ZA';

const ALL: Versions = {};
const NEWER: Versions = { from: 156 };
const LOCALES: ReadonlyMap<string, Versions> = new Map([
  ...namesIn(FROM_156).map((name) => [name, NEWER] as const),
  ...namesIn(KNOWN).map((name) => [name, ALL] as const),
]);
const IN_SMALL_LETTERS: ReadonlyMap<string, Versions> = new Map(
  [...LOCALES].map(([name, versions]) => [name.toLowerCase(), versions]),
);

function namesIn(table: string): readonly string[] {
  return table.split(' ').flatMap((language) => {
    const [name = '', regions] = language.split(':');
    return [name, ...(regions?.split(',') ?? []).map((region) => `${name}_${region}`)];
  });
}

/** Whether any Chromium accepts the name as a `default_locale`. */
export function isKnownLocale(name: string): boolean {
  return LOCALES.has(name);
}

/**
 * Which Chromiums read the folder with this name in `_locales`, ignoring case; undefined if none does. Equal results
 * are the same object.
 */
export function nearlyKnownTo(name: string): Versions | undefined {
  return IN_SMALL_LETTERS.get(name.toLowerCase());
}

/** Every locale that only some Chromiums know. */
export function partlyKnownLocales(): readonly string[] {
  return [...LOCALES].flatMap(([name, versions]) => (versions === ALL ? [] : [name]));
}

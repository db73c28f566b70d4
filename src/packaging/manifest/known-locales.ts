/** The locales of Chromium 150, language by language with its regions; asked of it, as its documentation names but a part of them. */
const KNOWN =
  'af:NA,ZA am:ET ar:AE,BH,DJ,DZ,EG,EH,ER,IL,IQ,JO,KM,KW,LB,LY,MA,MR,OM,PS,QA,SA,SD,SO,SS,SY,TD,TN,YE az az_Cyrl:AZ bg:BG bn:BD,IN bs ' +
  'bs_Cyrl:BA ca:AD,ES,FR,IT cs:CZ da:DK,GL de:AT,BE,CH,DE,IT,LI,LU el:CY,GR ' +
  'en:AE,AG,AI,AS,AT,AU,BB,BE,BI,BM,BS,BW,BZ,CA,CC,CH,CK,CM,CX,CY,CZ,DE,DG,DK,DM,EE,ER,ES,FI,FJ,FK,FM,FR,GB,GD,GE,GG,GH,GI,GM,GS,GU,GY,HK,HU,ID,IE,IL,IM,IN,IO,IT,JE,JM,JP,KE,KI,KN,KY,LC,LR,LS,LT,LV,MG,MH,MO,MP,MS,MT,MU,MV,MW,MY,NA,NF,NG,NL,NO,NR,NU,NZ,PG,PH,PK,PL,PN,PR,PT,PW,RO,RW,SB,SC,SD,SE,SG,SH,SI,SK,SL,SS,SX,SZ,TC,TK,TO,TT,TV,TZ,UA,UG,UM,US,VC,VG,VI,VU,WS,ZA,ZM,ZW ' +
  'es:419 et:EE fa:AF,IR fi:FI fil:PH ' +
  'fr:BE,BF,BI,BJ,BL,CA,CD,CF,CG,CH,CI,CM,DJ,DZ,FR,GA,GF,GN,GP,GQ,HT,KM,LU,MA,MC,MF,MG,ML,MQ,MR,MU,NC,NE,PF,PM,RE,RW,SC,SN,SY,TD,TG,TN,VU,WF,YT ' +
  'gu:IN he:IL hi:IN hi_Latn:IN hr:BA,HR hu:HU id:ID it:CH,IT,SM,VA ja:JP kk kk_Arab:CN kn:IN ko:CN,KP,KR kok kok_Latn:IN lt:LT lv:LV ml:IN ' +
  'mr:IN ms:BN,ID,MY,SG nb:NO,SJ nl:AW,BE,BQ,CW,NL,SR,SX nn:NO no pl:PL pt:AO,BR,CH,CV,GQ,GW,LU,MO,MZ,PT,ST,TL ro:MD,RO ru:BY,KG,KZ,MD,RU,UA sd ' +
  'sd_Deva:IN sk:SK sl:SI sr sr_Cyrl:BA,ME,RS,XK sr_Latn:BA,ME,RS,XK sv:AX,FI,SE sw:CD,KE,TZ,UG ta:IN,LK,MY,SG te:IN th:TH tr:CY,TR uk:UA ' +
  'ur:IN,PK uz uz_Cyrl:UZ vi:VN yo:BJ zh:CN,TW zh_Hans:HK,MO,MY zh_Hant:MY';

const LOCALES: ReadonlySet<string> = new Set(KNOWN.split(' ').flatMap((language) => {
  const [name = '', regions] = language.split(':');
  return [name, ...(regions?.split(',') ?? []).map((region) => `${name}_${region}`)];
}));
const IN_SMALL_LETTERS: ReadonlySet<string> = new Set([...LOCALES].map((name) => name.toLowerCase()));

/** Whether Chromium takes the name for a `default_locale`. */
export function isKnownLocale(name: string): boolean {
  return LOCALES.has(name);
}

/** Whether Chromium looks into the folder of this name in `_locales`: there capital letters do not count. */
export function isNearlyKnownLocale(name: string): boolean {
  return IN_SMALL_LETTERS.has(name.toLowerCase());
}
